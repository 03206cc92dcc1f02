import type { HairChange } from '@hilo/contract/hair-changes.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { insert } from '../../test/factories.ts'
import { codeOf, makeField } from '../../test/field.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { makeFile } from '../../test/pictures.ts'
import { makeEvent, makePort } from '../../test/plant-factories.ts'

const ask = 'admin_vno/events/fiber/change/async'

describe('evidence required by a hair-change request', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  async function begin() {
    const field = await makeField(server)
    const [from, to] = field.free.map((port) => port.id) as [number, number]
    const { id } = await makeEvent(server.db, { technician: field.technician, cto: field.cto, port_id: from })
    return { ...field, id, from, to }
  }

  it('each reason has to be proven', async () => {
    const work = await begin()
    const fails = async (over: object, status: number, code: string) => {
      const query = { event_id: work.id, port_from: work.from, ...over }
      const answered = await server.call(ask, query, work)
      assert.deepEqual([answered.status, codeOf(answered)], [status, code], JSON.stringify(over))
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
    const query = { event_id: work.id, port_from: work.from, reason: 1, power_dbm: -29.5, pictures: [picture] }
    const { status, body } = await server.call(ask, query, work)
    const { request_id: id } = body as { request_id: number }
    const { body: page } = await server.call('admin_vno/hair_changes/get', { id }, work)
    const [record] = (page as { records: HairChange[] }).records
    assert.deepEqual([status, record?.pictures, record?.power_dbm], [200, [picture], -29.5])
  })
})
