/** A network with the boxes, ports and lines named in the files of `cases/`, and the calls that take them. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Path } from '@hilo/contract/index.ts'
import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import { assignmentStatus, portState } from '@hilo/domain/status.ts'
import { closedAfter } from './closed-after.ts'
import { insert, makeAdmin, makeOperator, makeSession, makeVno } from './factories.ts'
import { startTestServer, type Answer } from './harness.ts'
import { makeAssignment, makeCto, makePort } from './plant-factories.ts'

export type Loadable = 'orders' | 'cto' | 'accesses'
type Row = Record<string, unknown>
type Content = string | Uint8Array

export const caseFile = (name: string): Promise<Buffer> => readFile(new URL(`cases/${name}`, import.meta.url))

/** `line: code` of every row. */
export const codes = ({ results }: LoadAnswer['record']): string[] => results.map(({ line, code }) => `${line} ${code}`)
export const messageOf = ({ results }: LoadAnswer['record'], line: number): string =>
  results.find((row) => row.line === line)?.message ?? ''
export const warned = ({ warnings }: LoadAnswer['record']): string[] =>
  warnings.map(({ column, code, lines }) => `${column} ${code} ${lines.join(',')}`)

export async function startLoadCases() {
  const server = closedAfter(await startTestServer({ HILO_DEMO: '0' }))
  const vno = await makeVno(server.db)
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const neutral = await makeSession(server.db, await makeOperator(server.db))
  const olt = { exchange_code: 'VAL01', name: 'Vallecas', vendor: 'simulated', model: 'S1', optic_class: 'C+' }
  const olt_id = await insert(server.db, 'olt', { code: 'VAL01-OLT01', ...olt })
  const pon_id = await insert(server.db, 'pon', { olt_id, slot: 1, port: 3, code: 'VAL01-OLT01/1/1/3', tx_dbm: 5 })
  const madrid = { pon_id, province: 'Madrid', municipality: 'Madrid', ine_code: '28079', postal_code: '28053' }
  await makeCto(server.db, { code: '28079-VAL01-0055-01', label: 'VAL01-0055-01', ...madrid })
  const served = await makeCto(server.db, { code: '28079-VAL01-0055-03', label: 'VAL01-0055-03', ...madrid })
  const islands = { province: 'Las Palmas', ine_code: '35016', postal_code: '35002', lat: 28.1, lon: -15.41 }
  await makeCto(server.db, { code: '35016-LPA01-01', label: 'LPA01-01', ...islands })
  for (let number = 1; number <= 16; number++) {
    const held = { state: portState.is.asignado, assignment_status: assignmentStatus.is.assigned }
    const label = `VAL01-0055-03/${String(number).padStart(2, '0')}`
    const port = await makePort(server.db, { cto: served, number, label, ...held })
    await makeAssignment(server.db, { vno, port, ...held, rx_dbm: null })
  }
  const send = (what: Loadable, file: Content, query: object = {}): Promise<Answer> => {
    const path: Path = `admin_vno/${what === 'cto' ? 'inventory' : what}/load`
    const told = what === 'cto' ? { kind: 'cto' } : what === 'accesses' ? { vno_id: vno.id } : {}
    const session = what === 'orders' ? admin : neutral
    return server.call(path, { ...told, ...query }, { session, files: { file: Buffer.from(file) } })
  }
  const one = async (text: string, value: string) => (await server.db.owner.query<Row>(text, [value])).rows[0]
  /** A file that must be accepted, whatever the results of its rows. */
  const load = async (what: Loadable, file: Content, query?: object) => {
    const answer = await send(what, file, query)
    assert.equal(answer.status, 200, answer.text)
    return (answer.body as LoadAnswer).record
  }
  const order = async (external_order_id: string) =>
    (await server.done('admin_vno/orders/get', { filter: { external_order_id } }, admin)).records[0]
  return {
    server,
    admin,
    send,
    load,
    file: async (what: Loadable, name: string, query?: object) => await load(what, await caseFile(name), query),
    box: (code: string) => one('select * from cto where code = $1', code),
    order,
    /** Beginning and end of the appointment of an order. */
    visit: async (external: string) => {
      const { from, to } = (await order(external))?.appointment ?? {}
      return [from, to].map((time) => time && new Date(time).toISOString())
    },
    /** The access of a port. */
    access: (port: string) =>
      one(
        'select x.* from access x join port_assignment a on a.access_id = x.id join port p on p.id = a.port_id where p.label = $1',
        port,
      ),
  }
}
