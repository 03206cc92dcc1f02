/** Invitations for tests. */
import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../db/open.ts'
import { insert, unique, type Vno } from './factories.ts'
import { systemRole } from './rights-factories.ts'

/** An open invitation of an operator, old enough to be resent; `over` replaces columns. */
export async function makeInvitation(
  db: Pick<Database, 'owner'>,
  { vno, ...over }: Partial<Record<string, unknown>> & { vno: Vno | null; role_id: number },
): Promise<number> {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  return await insert(db, 'invitation', {
    vno_id: vno?.id ?? null,
    token_hash: createHash('sha256').update(randomBytes(32)).digest(),
    kind: 'admin',
    email: `${unique().toLowerCase()}@prueba.test`,
    expires_at: ago(-6),
    last_sent_at: ago(1),
    ...over,
  })
}

/** An open invitation of an administrator or a technician, with the token that was sent. */
export async function makeInvited(
  db: Pick<Database, 'owner'>,
  { vno, ...over }: Partial<Record<string, unknown>> & { vno: Vno },
): Promise<{ id: number; token: string; email: string }> {
  const token = randomBytes(32).toString('base64url')
  const role_id = await systemRole(db, over['kind'] === 'technician' ? 'technician' : 'vno')
  const row = { role_id, email: `${unique().toLowerCase()}@prueba.test`, ...over }
  const token_hash = createHash('sha256').update(token).digest()
  return { id: await makeInvitation(db, { vno, token_hash, ...row }), token, email: row.email }
}
