/** Pictures that came in a file of enrolments. */
import { requiredPictureKind, type EnrollmentKind } from '@hilo/domain/enrollment.ts'
import { flagsOf } from '@hilo/domain/picture.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { createHash, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { Sender } from '../../files/decode-turns.ts'
import { BadImage, readImage, type Image } from '../../files/image.ts'
import { attachFile, keepBytes } from '../../files/attach.ts'
import type { FileStore } from '../../files/store.ts'
import type { PackedFile } from '../../load/table.ts'
import type { EventRow } from '../event-row.ts'

export interface Shot {
  image: Image
  sha256: string
}

export interface PicturePlace {
  store: FileStore
  event: EventRow
  request: { user_id: number }
}

/** One picture of the file with its checks; a fault refuses the row. */
export async function shotOf(store: FileStore, packed: PackedFile, sender: Sender): Promise<Shot> {
  const bytes = await packed.read()
  const path = join(store.incoming, randomUUID())
  await writeFile(path, bytes, { mode: 0o600 })
  try {
    return {
      image: await readImage(path, { ...sender, patient: true }),
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }
  } catch (error) {
    if (!(error instanceof BadImage)) throw error
    const details = [{ field: packed.name, code: 'picture', message: error.fault }]
    throw new Problem('EVIDENCE_REJECTED', { details })
  } finally {
    await rm(path, { force: true })
  }
}

const insertPicture = `
  insert into picture (vno_id, event_id, label_kind, file_id, sha256, phash, width, height, taken_at, exif_taken_at, received_at,
    camera, flags, created_by, created_at)
  values ($1, $2, $3, $4, decode($5, 'hex'), $6, $7, $8, null, $9, app_now(), false, $10, $11, app_now()) returning id`

export async function addPicture(
  sql: Tx,
  { store, event, request }: PicturePlace,
  kind: EnrollmentKind,
  { image, sha256 }: Shot,
): Promise<{ id: number; flags: string[] }> {
  const [full, thumb] = [
    await keepBytes(store, event.vno_id, image.full),
    await keepBytes(store, event.vno_id, image.thumb),
  ]
  const name = `${event.code}-${sha256.slice(0, 8)}.webp`
  const file = {
    vnoId: event.vno_id,
    eventId: event.id,
    name,
    mime: image.mime,
    full,
    thumb,
    createdBy: request.user_id,
  }
  const fileId = await attachFile(sql, store, file)
  const seenBefore = await sql.json('select picture_seen_before($1, $2, $3)::text', [
    event.id,
    null,
    image.phash.toString(),
  ])
  const now = Date.now()
  const { sharpness, brightness } = image
  const facts = { camera: false, takenAt: now, startedAt: now, now, position: null, box: null, label: null }
  const flags = flagsOf({ ...facts, seenBefore: seenBefore === 'true', sharpness, brightness })
  const values = [event.vno_id, event.id, requiredPictureKind(kind) ?? null, fileId, sha256, image.phash.toString()]
  const [row] = await sql.rows<{ id: number }>(insertPicture, [
    ...values,
    image.width,
    image.height,
    image.takenAt,
    flags,
    request.user_id,
  ])
  if (!row) throw new Error('a picture without its row')
  return { id: row.id, flags }
}
