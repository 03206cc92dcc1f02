import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { insert } from '../../test/factories.ts'
import { makeField } from '../../test/field.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeFile } from '../../test/pictures.ts'
import { makeEvent, makePort } from '../../test/plant-factories.ts'

const ask = 'admin_vno/events/fiber/change/async'

describe('evidence required by a hair-change request', async () => {
  const server = closedAfter(await startTestServer())

  async function begin() {
    const field = await makeField(server)
    const [from, to] = field.free.map((port) => port.id) as [number, number]
    const { id } = await makeEvent(server.db, { technician: field.technician, cto: field.cto, port_id: from })
    return { ...field, id, from, to }
  }

  it('each reason has to be proven', async () => {
    const work = await begin()
    const asked = { event_id: work.id, port_from: work.from }
    const fails = async (over: object, status: number, code: string) => {
      const answered = await server.call(ask, { ...asked, ...over }, work)
      assert.deepEqual(refusalOf(answered), [status, code], JSON.stringify(over))
    }

    await fails({ reason: 3 }, 422, 'VALIDATION')
    await fails({ reason: 2 }, 422, 'EVIDENCE_MISSING')
    await fails({ reason: 1 }, 422, 'VALIDATION')
    await fails({ reason: 1, power_dbm: -19 }, 422, 'VALIDATION')
    await fails({ reason: 1, power_dbm: -29.5 }, 422, 'EVIDENCE_MISSING')
    await fails({ reason: 4 }, 422, 'VALIDATION')
    await fails({ reason: 3, condition_code: 800, port_from: work.to }, 422, 'VALIDATION')
    await fails({ reason: 3, condition_code: 800, pictures: [2 ** 40] }, 404, 'NOT_FOUND')
    await fails({ reason: 3, condition_code: 800, port_to: (await makePort(server.db)).id }, 404, 'NOT_FOUND')
    const picture = await insert(server.db, 'picture', {
      vno_id: work.vno.id,
      event_id: work.id,
      step: 'power',
      label_kind: 1,
      file_id: await makeFile(server, { vno_id: work.vno.id }),
      sha256: Buffer.alloc(32),
      phash: 1,
      width: 10,
      height: 10,
      received_at: new Date(),
      camera: true,
    })
    const proof = { reason: 1, power_dbm: -29.5, pictures: [picture] }
    const { request_id: id } = await server.done(ask, { ...asked, ...proof }, work.session)
    const [record] = (await server.done('admin_vno/hair_changes/get', { id }, work.session)).records
    assert.deepEqual([record?.pictures, record?.power_dbm], [[picture], -29.5])
  })
})
