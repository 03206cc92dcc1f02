/** A technician at work, who uploads pictures. */
import type { Input } from '@hilo/contract/index.ts'
import type { Picture } from '@hilo/contract/enrollments/enrollments.ts'
import assert from 'node:assert/strict'
import { insert, makeSession, makeTechnician, makeVno, type TestSession, type Vno } from './factories.ts'
import { startTestServer, type Answer, type TestServer } from './harness.ts'
import { drawing } from './pictures.ts'
import { makeEvent, type TestEvent } from './plant-factories.ts'

const upload = 'admin_vno/enrollments/pictures/upload'
type Upload = Partial<Input<typeof upload>> & { event_id: number; client_request_id?: string }

export interface Field {
  server: TestServer
  vno: Vno
  session: TestSession
  /** An intervention of the technician, opened ten minutes ago. */
  event(over?: Parameters<typeof makeEvent>[1]): Promise<TestEvent>
  send(query: Upload, bytes: Buffer, who?: TestSession): Promise<Answer>
  /** The record of an accepted picture. */
  sent(query: Upload, bytes: Buffer, who?: TestSession): Promise<Picture>
  close(): Promise<void>
}

export const minute = 60_000
export const ago = (ms: number) => new Date(Date.now() - ms)

let seed = 0
/** Seed of a picture that differs from every other in this file. */
export const nextSeed = () => ++seed
export const photo = () => drawing({ seed: nextSeed() }).jpeg().toBuffer()

export async function startField(): Promise<Field> {
  const server = await startTestServer()
  const vno = await makeVno(server.db)
  const technician = await makeTechnician(server.db, { vno })
  const contractor_id = await insert(server.db, 'contractor', { vno_id: vno.id, name: 'Contrata' })
  const session = await makeSession(server.db, technician)
  const send: Field['send'] = (query, bytes, who = session) =>
    server.call(
      upload,
      { step: 'power', taken_at: ago(minute).toISOString(), ...query },
      { session: who, files: { picture: bytes } },
    )
  return {
    server,
    vno,
    session,
    send,
    event: (over = {}) =>
      makeEvent(server.db, {
        technician,
        contractor_id,
        created_at: ago(10 * minute),
        started_at: ago(10 * minute),
        ...over,
      }),
    sent: async (...request) => {
      const { status, text, body } = await send(...request)
      assert.equal(status, 200, text)
      return (body as { record: Picture }).record
    },
    close: () => server.close(),
  }
}
