/** One ONT, however its serial is spelled: every input accepts it and every search finds it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assignmentStatus, portState } from '@hilo/domain/status.ts'
import { columnsOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { unique } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'
import { makeLine } from '../../../test/line-scene.ts'
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

describe('an ONT in every spelling', async () => {
  const server = closedAfter(await startTestServer())
  const line = await makeLine(server)

  it('is found by retrieveAccess', async () => {
    for (const ont_serial of spellings(line.serial)) {
      const { record } = await server.done('admin_vno/ont/retrieveAccessVNO', { ont_serial }, line.admin)
      assert.equal(record.id, line.access, ont_serial)
    }
  })

  it('is found by the global search and by the lists of accesses and ports, whole or by prefix', async () => {
    const search = async (text: string) => (await server.done('admin_vno/search/get', { text }, line.admin)).records
    const begun = [hex(line.serial).slice(0, 13), `sn: ${line.serial.slice(0, 9)}`]
    for (const text of [...spellings(line.serial), ...begun]) {
      assert.deepEqual(columnsOf(await search(text), 'kind', 'id'), [['access', line.access]], text)
      const [access] = (await server.done('admin_vno/accesses/get', { search: text }, line.admin)).records
      const [port] = (await server.done('admin_vno/ports/get', { search: text }, line.admin)).records
      assert.deepEqual([access?.id, port?.id], [line.access, line.port.id], text)
    }
    for (const text of ['-', '\u2013']) assert.deepEqual(await search(text), [], 'no serial is begun by nothing')
  })

  it('is stored in one form by a load of accesses', async () => {
    for (const [at] of spellings(line.serial).entries()) {
      const serial = `ZTEG${(0xa0000000 + at).toString(16).toUpperCase()}`
      const held = { state: portState.is.asignado, assignment_status: assignmentStatus.is.assigned }
      const port = await makePort(server.db, { cto: line.cto, number: 20 + at, ...held })
      await makeAssignment(server.db, { vno: line.vno, port, ...held, rx_dbm: null })
      const file = Buffer.from(`puerto;acometida;ont\n${port.label};D-${unique()};${spellings(serial)[at]}\n`)
      const { record } = await server.done('admin_vno/accesses/load', {}, line.admin, { file })
      assert.equal(record.results[0]?.code, 'CREATED', JSON.stringify(record))
      const stored = await server.rows('select ont_serial from access where port_id = $1', port.id)
      assert.deepEqual(stored, [{ ont_serial: serial }])
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
