import { eventType } from '@hilo/domain/status.ts'
import type { Input } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { readFile } from 'node:fs/promises'
import { authorOf } from '../../kernel/sql/author.ts'
import { recordOf } from '../../kernel/list/record.ts'
import { reachOf } from '../../kernel/list/viewer.ts'
import { isPdf } from '../../files/document.ts'
import { senderOf } from '../../files/decode-turns.ts'
import { BadImage, readImage } from '../../files/image.ts'
import { attachFile, keepBytes, type Kept } from '../../files/attach.ts'
import { assertQuota } from '../../files/quota.ts'
import {
  Json,
  type ReceivedFile,
  type UploadContext,
  type UploadHandler,
  type WriteContext,
} from '../../kernel/handler.ts'
import type { Principal } from '../../kernel/principal.ts'
import { noteList } from './list.ts'

type Path = 'admin_vno/notes/create'

/** A file checked and stored, before its row is written. */
interface Ready {
  mime: string
  full: Kept
  thumb?: Kept
}

const eventOf = `select json_build_object('id', id, 'vno_id', vno_id, 'code', code, 'version', version, 'technical_id', technical_id)::text
  from event where id = $1 and type = ${eventType.is.createListener} and ($2::int is null or vno_id = $2) and ($3::bigint is null or technical_id = $3)`
interface Event {
  id: number
  vno_id: number
  code: string
  version: number
  technical_id: number | null
}
const insertNote = `insert into note (vno_id, event_id, text, file_id, created_by, created_at, updated_at)
  values ($1, $2, $3, $4, $5, app_now(), app_now()) returning id`

async function findEvent(
  sql: { json(text: string, values: readonly unknown[]): Promise<string | null> },
  principal: Principal,
  id: number,
): Promise<Event> {
  const { vnoId, technicalId } = reachOf(principal)
  const found = await sql.json(eventOf, [id, vnoId, technicalId])
  if (found === null) throw new Problem('NOT_FOUND')
  return JSON.parse(found) as Event
}

/** A picture is re-encoded, a PDF stored as it is; other types are refused. */
async function prepare({ store, principal }: UploadContext<Path>, file: ReceivedFile, vnoId: number): Promise<Ready> {
  if (await isPdf(file.path))
    return { mime: 'application/pdf', full: await keepBytes(store, vnoId, await readFile(file.path)) }
  try {
    const { mime, full, thumb } = await readImage(file.path, senderOf(principal))
    return { mime, full: await keepBytes(store, vnoId, full), thumb: await keepBytes(store, vnoId, thumb) }
  } catch (error) {
    if (!(error instanceof BadImage)) throw error
    const details = [{ field: 'file', code: error.fault.slice('image.'.length), message: error.fault }]
    throw new Problem('EVIDENCE_REJECTED', { details })
  }
}

async function write(
  { sql, principal, audit }: WriteContext,
  store: UploadContext<Path>['store'],
  { event_id, text }: Input<Path>,
  ready: (Ready & { sha256: string }) | null,
): Promise<Json> {
  const event = await findEvent(sql, principal, event_id)
  const { user } = principal
  let fileId: number | null = null
  if (ready) {
    const name = `${event.code}-nota-${ready.sha256.slice(0, 8)}.${ready.mime === 'application/pdf' ? 'pdf' : 'webp'}`
    const file = { ...ready, name, vnoId: event.vno_id, eventId: event.id, createdBy: user.id }
    fileId = await attachFile(sql, store, file)
  }
  const by = JSON.stringify(authorOf(principal))
  const [note] = await sql.rows<{ id: number }>(insertNote, [event.vno_id, event.id, text, fileId, by])
  if (!note) throw new Error('a note without its row')
  await sql.rows(`select changed('notes', $1, 1, $2, $3)`, [note.id, event.vno_id, event.technical_id])
  audit({ entity: 'note', entityId: note.id, after: { event_id, text, file_id: fileId } })
  return new Json(`{"record":${await recordOf(noteList, sql, principal, note.id)}}`)
}

export const notes = {
  'admin_vno/notes/create': (async (context, asked) => {
    const { file } = context.files
    const event = await findEvent(context.sql, context.principal, asked.event_id)
    if (file) await assertQuota(context.sql, event.vno_id, context.principal.user.id)
    const ready = file ? { ...(await prepare(context, file, event.vno_id)), sha256: file.sha256 } : null
    return async (writing) => await write(writing, context.store, asked, ready)
  }) satisfies UploadHandler<Path>,
}
