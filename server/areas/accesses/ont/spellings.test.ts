/** One ONT, however its serial is spelled: every input accepts it and every search finds it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import { assignmentStatus, portState } from '@hilo/domain/status.ts'
import { unique } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { makeLine, type LineScene } from '../../../test/line-scene.ts'
import { makeAssignment, makePort } from '../../../test/plant-factories.ts'

const hex = (serial: string) =>
  [...serial.slice(0, 4)].map((one) => one.charCodeAt(0).toString(16)).join('') + serial.slice(4)
const spellings = (serial: string) => {
  const [maker, rest] = [serial.slice(0, 4), serial.slice(4)]
  return [
    serial.toLowerCase(),
    hex(serial),
    hex(serial).toLowerCase(),
    `${hex(serial)} (${maker}-${rest})`,
    `SN:${serial}`,
    `S/N: ${maker}-${rest}`,
    `${maker}\u00a0${rest.slice(0, 4)} ${rest.slice(4)}`,
    `${maker}\u2013${rest}`,
  ]
}

describe('an ONT in every spelling', () => {
  let server: TestServer
  let line: LineScene
  before(async () => {
    server = await startTestServer()
    line = await makeLine(server)
  })
  after(() => server.close())
  const records = async (path: Parameters<TestServer['call']>[0], query: object) => {
    const answer = await server.call(path, query, { session: line.admin })
    assert.equal(answer.status, 200, answer.text)
    return (answer.body as { records: { id: number; kind?: string }[] }).records
  }

  it('is found by retrieveAccess', async () => {
    for (const ont_serial of spellings(line.serial)) {
      const answer = await server.call('admin_vno/ont/retrieveAccessVNO', { ont_serial }, { session: line.admin })
      assert.equal(answer.status, 200, ont_serial)
      assert.equal((answer.body as { record: { id: number } }).record.id, line.access, ont_serial)
    }
  })

  it('is found by the global search and by the lists of accesses and ports, whole or by prefix', async () => {
    const begun = [hex(line.serial).slice(0, 13), `sn: ${line.serial.slice(0, 9)}`]
    for (const text of [...spellings(line.serial), ...begun]) {
      const found = await records('admin_vno/search/get', { text })
      assert.deepEqual(found.map(({ kind, id }) => [kind, id]), [['access', line.access]], text) // prettier-ignore
      const [access] = await records('admin_vno/accesses/get', { search: text })
      assert.equal(access?.id, line.access, text)
      const [port] = await records('admin_vno/ports/get', { search: text })
      assert.equal(port?.id, line.port.id, text)
    }
    for (const text of ['-', '\u2013'])
      assert.deepEqual(await records('admin_vno/search/get', { text }), [], 'no serial is begun by nothing')
  })

  it('is stored in one form by a load of accesses', async () => {
    for (const [at] of spellings(line.serial).entries()) {
      const serial = `ZTEG${(0xa0000000 + at).toString(16).toUpperCase()}`
      const held = { state: portState.is.asignado, assignment_status: assignmentStatus.is.assigned }
      const port = await makePort(server.db, { cto: line.cto, number: 20 + at, ...held })
      await makeAssignment(server.db, { vno: line.vno, port, ...held, rx_dbm: null })
      const file = Buffer.from(`puerto;acometida;ont\n${port.label};D-${unique()};${spellings(serial)[at]}\n`)
      const answer = await server.call('admin_vno/accesses/load', {}, { session: line.admin, files: { file } })
      const { record } = answer.body as LoadAnswer
      assert.equal(record.results[0]?.code, 'CREATED', answer.text)
      const text = 'select ont_serial from access where port_id = $1'
      const { rows } = await server.db.owner.query<{ ont_serial: string }>(text, [port.id])
      assert.deepEqual(rows, [{ ont_serial: serial }])
    }
  })

  it('is refused as the new one of its own access, in every spelling', async () => {
    for (const new_serial of spellings(line.serial)) {
      const asked = { access_id: line.access, new_serial, reason: 'averia' }
      const answer = await server.call('admin_vno/ont/deviceModification', asked, { session: line.admin })
      assert.equal(answer.status, 422, new_serial)
      assert.match(answer.text, /new_serial/)
    }
  })
})
