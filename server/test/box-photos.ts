/** Photos of boxes as accepted works leave them. */
import { randomBytes } from 'node:crypto'
import { enrollmentKind, labelKind, processState } from '@hilo/domain/status.ts'
import { smallBytes } from '../files/image.ts'
import { keepBytes } from '../files/attach.ts'
import { insert, unique } from './factories.ts'
import type { TestServer } from './harness.ts'
import { makeFile } from './pictures.ts'
import { makeEvent, type Cto } from './plant-factories.ts'

type Server = Pick<TestServer, 'db' | 'store'>
interface Of {
  vno: { id: number }
  cto: Cto
}

/** A file with a thumbnail of the maximum size. */
async function makePicture(server: Server, { vno }: Of, picture: Record<string, unknown>): Promise<number> {
  const small = await keepBytes(server.store, vno.id, randomBytes(smallBytes))
  const thumb = { thumb_key: small.key, thumb_bytes: small.bytes }
  const file_id = await makeFile(server, { vno_id: vno.id, name: 'foto.webp', mime: 'image/webp', ...thumb })
  await insert(server.db, 'picture', {
    vno_id: vno.id,
    file_id,
    sha256: randomBytes(32),
    phash: 1,
    width: 900,
    height: 700,
    received_at: new Date(),
    camera: true,
    ...picture,
  })
  return file_id
}

/** The enrolled label photo of a box; verified by default. Returns the file. */
export async function makeLabelPhoto(server: Server, of: Of, over: Record<string, unknown> = {}): Promise<number> {
  const enrollment_id = await insert(server.db, 'enrollment', {
    kind: enrollmentKind.is.enrollment_cto,
    action: 'A',
    origin: 0,
    vno_id: of.vno.id,
    cto_id: of.cto.id,
    label_read: unique(),
    label_source: 'qr',
    verification_state: 'verificada',
    ...over,
  })
  return await makePicture(server, of, { enrollment_id, label_kind: labelKind.is.ctoLabel })
}

/** The photo of the closed box at the end of a work. Returns the file. */
export async function makeClosedPhoto(
  server: Server,
  of: Of,
  { flag, ...over }: { flag?: string } & Record<string, unknown> = {},
): Promise<number> {
  const event = await makeEvent(server.db, { ...of, process_state: processState.is.finalized, ...over })
  return await makePicture(server, of, { event_id: event.id, step: 'final_report', flags: `{${flag ?? ''}}` })
}
