/** Logo of an operator: a file of that operator, also where the neutral operator sets it. */
import type { Input } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { senderOf } from '../../../files/decode-turns.ts'
import { attachFile } from '../../../files/attach.ts'
import { keepPicture, type Drawn } from '../../../files/picture-part.ts'
import { assertQuota } from '../../../files/quota.ts'
import type { FileStore } from '../../../files/store.ts'
import type { UploadContext, WriteContext } from '../../../kernel/handler.ts'

/** The logo that an edit asks for: a new one, none (null), or unchanged. */
export type Logo = { drawn: Drawn; store: FileStore } | null | 'unchanged'

type Path = 'admin_vno/vno/edit'

export async function drawLogo(context: UploadContext<Path>, { id, logo }: Input<Path>): Promise<Logo> {
  const { principal, sql, store, files } = context
  if (!files.logo) return logo === null ? null : 'unchanged'
  if (logo === null)
    throw new Problem('VALIDATION', { details: [{ field: 'logo', code: 'value', message: 'validation.value' }] })
  const owner = principal.vno?.id ?? id
  await assertQuota(sql, owner, principal.user.id)
  const about = { vnoId: owner, field: 'logo', path: files.logo.path }
  return { drawn: await keepPicture(store, senderOf(principal), about), store }
}

/** @returns the file, or null without one */
export async function attachLogo({ sql, principal }: WriteContext, vnoId: number, logo: Exclude<Logo, string>) {
  if (logo === null) return null
  const owner = { vnoId, eventId: null, createdBy: principal.user.id }
  return await attachFile(sql, logo.store, { ...owner, name: 'logotipo.webp', ...logo.drawn })
}
