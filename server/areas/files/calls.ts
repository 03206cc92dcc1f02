import { Problem } from '@hilo/domain/problem.ts'
import { allows, type Privilege } from '@hilo/domain/privilege.ts'
import { ownVno } from '../../kernel/list/viewer.ts'
import type { BlobContext, BlobHandler, Bytes } from '../../kernel/handler.ts'
import { fileById } from './queries.ts'

interface FileRow {
  name: string
  mime: string
  event_id: number | null
  /** Uploaded by a person; false for generated files. */
  uploaded: boolean
  key: string
  bytes: number
  thumb_key: string | null
  thumb_bytes: number | null
}

/** Any of these gives access to files of an intervention. */
const eventPrivileges: readonly Privilege[] = ['event_view', 'enrollments_view', 'eventFinalization_view']

async function bytesOf(
  { principal, sql, store }: BlobContext,
  { file_id: id, variant }: { file_id: number; variant?: 'thumb' | 'full' | undefined },
): Promise<Bytes> {
  const vno = ownVno(principal)
  const found = await sql.json(fileById, [id, vno, principal.user.id])
  if (found === null) throw new Problem('NOT_FOUND')
  const file = JSON.parse(found) as FileRow
  if (file.event_id !== null && !eventPrivileges.some((one) => allows(principal.privileges, one)))
    throw new Problem('NOT_FOUND')
  // Of generated files only scheduled reports belong to no intervention.
  const isReport = file.event_id === null && !file.uploaded
  if (isReport && !allows(principal.privileges, 'dashboardReports_view')) throw new Problem('NOT_FOUND')
  const { thumb_key, thumb_bytes } = file
  const small = variant === 'thumb' && thumb_key !== null && thumb_bytes !== null
  const [key, bytes] = small ? [thumb_key, thumb_bytes] : [file.key, file.bytes]
  const body = await store.open(key).catch((error: unknown) => {
    throw new Error(`file ${id} has lost its bytes`, { cause: error })
  })
  const saved = file.uploaded && !file.mime.startsWith('image/')
  return { body, contentType: file.mime, fileName: file.name, bytes, ...(saved && { disposition: 'attachment' }) }
}

export const files = {
  'files/view': bytesOf satisfies BlobHandler<'files/view'>,
  'files/download': bytesOf satisfies BlobHandler<'files/download'>,
}
