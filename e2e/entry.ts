/** Common parts of the journeys into and out of an account. */
import { createHash, randomBytes } from 'node:crypto'
import { insert, unique, type Vno } from '../server/test/factories.ts'
import type { Owner } from './fixtures.ts'

export const phrase = 'tres tristes tigres comen'

export const newAddress = (): string => `${unique().toLowerCase()}@prueba.test`

/** An open invitation of an administrator, with its link's token; `over` replaces columns. */
export async function invite(
  db: Owner,
  vno: Vno,
  over: Record<string, unknown> = {},
): Promise<{ token: string; email: string }> {
  const token = randomBytes(32).toString('base64url')
  const email = newAddress()
  const role = await db.owner.query<{ id: number }>(`select id from role where system and key = 'vno'`)
  await insert(db, 'invitation', {
    vno_id: vno.id,
    token_hash: createHash('sha256').update(token).digest(),
    kind: 'admin',
    email,
    name: 'Lucía Ferrer Amat',
    role_id: role.rows[0]?.id,
    expires_at: new Date(Date.now() + 86_400_000),
    last_sent_at: new Date(),
    created_by: { id: 1, name: 'Marta Soler', account_type: 'va', origin: 2 },
    ...over,
  })
  return { token, email }
}
