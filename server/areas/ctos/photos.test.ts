/** Accepted photos of a box, for the operator whose people took them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import { codeOf, columnsOf } from '../../test/answers.ts'
import { makeClosedPhoto, makeLabelPhoto } from '../../test/box-photos.ts'
import { closedAfter } from '../../test/closed-after.ts'
import {
  makeAdmin,
  makeOperator,
  makeSession,
  makeTechnician,
  makeVno,
  type TestSession,
} from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeFile } from '../../test/pictures.ts'
import { makeCto, type Cto } from '../../test/plant-factories.ts'

describe('photos of a box', async () => {
  const server = closedAfter(await startTestServer())

  const scene = async () => {
    const [vno, cto] = [await makeVno(server.db), await makeCto(server.db)]
    const technician = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    return { vno, cto, technician, of: { vno, cto } }
  }
  const photosOf = async ({ id }: { id: number }, session: TestSession) => {
    const { records } = await server.done('admin_vno/ctos/get', { id }, session)
    return columnsOf(records[0]?.photos ?? [], 'kind', 'file_id')
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
    const page = await server.done('admin_vno/ctos/get', { filter: { id: [cto.id] } }, technician)
    assert.equal(page.records[0]?.photos, null, 'too heavy for a page')
  })

  it('a label that waits is shown from the moment when it is verified', async () => {
    const { vno, cto, technician, of } = await scene()
    const label = await makeLabelPhoto(server, of, { verification_state: 'pendiente' })
    assert.deepEqual(await photosOf(cto, technician), [])
    const [made] = await server.rows('select id from enrollment where cto_id = $1', cto.id)
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    const asked = { enrollment_id: made?.['id'], decision: 'verificada' }
    await server.done('admin_vno/enrollments/verify', asked, admin)
    assert.deepEqual(await photosOf(cto, technician), [['label', label]])
  })

  it('S10 another operator gets none of them, nor anybody a file that is no photo of the box', async () => {
    const [mine, other] = [await scene(), await scene()]
    const [label, box] = [await makeLabelPhoto(server, mine.of), await makeClosedPhoto(server, mine.of)]
    const theirs = await makeLabelPhoto(server, { vno: other.vno, cto: mine.cto })
    assert.deepEqual(await photosOf(mine.cto, mine.technician), [['label', label], ['box', box]]) // prettier-ignore
    assert.deepEqual(await photosOf(mine.cto, other.technician), [['label', theirs]])
    const hidden = async (cto: Cto, file: number, who: TestSession) =>
      assert.equal(codeOf(await see(cto.id, file, who)), 'NOT_FOUND')
    for (const file of [label, box]) await hidden(mine.cto, file, other.technician)
    const paper = await makeFile(server, { vno_id: mine.vno.id })
    for (const file of [theirs, paper]) await hidden(mine.cto, file, mine.technician)
    await hidden(other.cto, label, mine.technician)
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    assert.deepEqual(await photosOf(mine.cto, neutral), [['label', theirs], ['box', box]]) // prettier-ignore
  })
})
