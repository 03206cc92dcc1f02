/** Accepted photos of a box, for the operator whose people took them. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Cto } from '@hilo/contract/ctos.ts'
import { processState } from '@hilo/domain/status.ts'
import { makeClosedPhoto, makeLabelPhoto } from '../../test/box-photos.ts'
import {
  makeAdmin,
  makeOperator,
  makeSession,
  makeTechnician,
  makeVno,
  type TestSession,
} from '../../test/factories.ts'
import { codeOf } from '../../test/field.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { makeFile } from '../../test/pictures.ts'
import { makeCto } from '../../test/plant-factories.ts'

describe('photos of a box', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  const scene = async () => {
    const [vno, cto] = [await makeVno(server.db), await makeCto(server.db)]
    const technician = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    return { vno, cto, technician, of: { vno, cto } }
  }
  const photosOf = async ({ id }: { id: number }, session: TestSession) => {
    const { status, body, text } = await server.call('admin_vno/ctos/get', { id }, { session })
    assert.equal(status, 200, text)
    return (body as { records: Cto[] }).records[0]?.photos?.map(({ kind, file_id }) => [kind, file_id])
  }
  const see = (cto_id: number, file_id: number, session: TestSession) =>
    server.call('admin_vno/ctos/photo', { cto_id, file_id }, { session })

  it('the newest accepted label and closed box as thumbnails, by anyone of the operator', async () => {
    const { cto, technician, of } = await scene()
    assert.deepEqual(await photosOf(cto, technician), [])
    const hour = new Date(Date.now() - 3_600_000)
    await makeLabelPhoto(server, of, { created_at: hour })
    await makeClosedPhoto(server, of, { created_at: hour })
    const [label, box] = [await makeLabelPhoto(server, of), await makeClosedPhoto(server, of)]
    await makeLabelPhoto(server, of, { verification_state: 'rechazada' })
    await makeClosedPhoto(server, of, { flag: 'blurred' })
    await makeClosedPhoto(server, of, { process_state: processState.is.created })
    assert.deepEqual(await photosOf(cto, technician), [['label', label], ['box', box]]) // prettier-ignore
    const answer = await see(cto.id, label, technician)
    assert.deepEqual([answer.status, answer.headers['content-type'], answer.bytes.length], [200, 'image/webp', 5500])
    const page = await server.call('admin_vno/ctos/get', { filter: { id: [cto.id] } }, { session: technician })
    assert.equal((page.body as { records: Cto[] }).records[0]?.photos, null, 'too heavy for a page')
  })

  it('a label that waits is shown from the moment when it is verified', async () => {
    const { vno, cto, technician, of } = await scene()
    const label = await makeLabelPhoto(server, of, { verification_state: 'pendiente' })
    assert.deepEqual(await photosOf(cto, technician), [])
    const { rows } = await server.db.owner.query<{ id: number }>('select id from enrollment where cto_id = $1', [
      cto.id,
    ])
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    const asked = { enrollment_id: rows[0]?.id, decision: 'verificada' }
    const decided = await server.call('admin_vno/enrollments/verify', asked, { session: admin })
    assert.equal(decided.status, 200, decided.text)
    assert.deepEqual(await photosOf(cto, technician), [['label', label]])
  })

  it('S10 another operator gets none of them, nor anybody a file that is no photo of the box', async () => {
    const [mine, other] = [await scene(), await scene()]
    const [label, box] = [await makeLabelPhoto(server, mine.of), await makeClosedPhoto(server, mine.of)]
    const theirs = await makeLabelPhoto(server, { vno: other.vno, cto: mine.cto })
    assert.deepEqual(await photosOf(mine.cto, mine.technician), [['label', label], ['box', box]]) // prettier-ignore
    assert.deepEqual(await photosOf(mine.cto, other.technician), [['label', theirs]])
    for (const file of [label, box]) assert.equal(codeOf(await see(mine.cto.id, file, other.technician)), 'NOT_FOUND')
    const paper = await makeFile(server, { vno_id: mine.vno.id })
    for (const [cto, file] of [
      [mine.cto.id, theirs],
      [mine.cto.id, paper],
      [other.cto.id, label],
    ] as const)
      // prettier-ignore
      assert.equal(codeOf(await see(cto, file, mine.technician)), 'NOT_FOUND')
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    assert.deepEqual(await photosOf(mine.cto, neutral), [['label', theirs], ['box', box]]) // prettier-ignore
  })
})
