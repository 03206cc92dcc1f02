/** The loadable lists, for the tests of download and load. */
import assert from 'node:assert/strict'
import type { DownloadSpec } from '@hilo/contract/call.ts'
import { contract, type Path } from '@hilo/contract/index.ts'
import type { LoadAnswer, RowResult } from '@hilo/contract/loads/load.ts'
import type { DownloadFormat } from '@hilo/domain/download-name.ts'
import { makeAdmin, makeOperator, makeSession, makeVno } from './factories.ts'
import type { TestServer } from './harness.ts'
import { until } from './poll.ts'
import {
  boxOf,
  makeAccesses,
  makeBoxes,
  makeDrops,
  makeOrders,
  makePorts,
  makeTechnicals,
  prefix,
  type Known,
} from './round-trip-records.ts'

interface RoundTrip {
  name: string
  download: Path
  load: Path
  /** Input of the load besides the file. */
  told?: (known: Known) => object
  by: 'neutral' | 'admin'
  /** Selects the rows of this test. */
  filter: (known: Known) => object
  /** A selection of columns. */
  chosen: string[]
  /** Key columns of a row. */
  keys: string[]
  /** Creates the records and returns their number. */
  make: (server: TestServer, known: Known) => Promise<number>
  /** A value that is unique in the list, and its replacement. */
  change: [before: string, after: string]
}

export const trips: RoundTrip[] = [
  {
    name: 'orders',
    download: 'admin_vno/orders/download',
    load: 'admin_vno/orders/load',
    by: 'admin',
    filter: () => ({}),
    chosen: [
      'code',
      'state',
      'kind',
      'appointment.from',
      'deadline_at',
      'cto.code',
      'access.code',
      'external_order_id',
    ],
    keys: ['external_order_id', 'kind'],
    make: makeOrders,
    change: ['2030-07-10T10:00:00.000+01:00', '2030-07-10 10:30'],
  },
  {
    name: 'orders, by the neutral operator',
    download: 'admin_vno/orders/download',
    load: 'admin_vno/orders/load',
    told: ({ vno }) => ({ vno_id: vno.id }),
    by: 'neutral',
    filter: ({ vno }) => ({ vno_id: vno.id }),
    chosen: ['external_order_id', 'kind', 'appointment.to', 'appointment.from', 'created_at'],
    keys: ['external_order_id', 'kind'],
    make: makeOrders,
    change: ['2030-07-10T10:00:00.000+01:00', '2030-07-10 10:30'],
  },
  {
    name: 'accesses',
    download: 'admin_vno/accesses/download',
    load: 'admin_vno/accesses/load',
    by: 'admin',
    filter: () => ({}),
    chosen: ['customer_ref', 'port.code', 'code', 'drop.code', 'ont.serial', 'ont.rx_dbm', 'activated_at'],
    keys: ['code', 'port.code', 'drop.code'],
    make: makeAccesses,
    change: ['"1-2"', '"1-3"'],
  },
  {
    name: 'technicians',
    download: 'admin_vno/technicals/download',
    load: 'admin_vno/technicals/load',
    by: 'admin',
    filter: () => ({}),
    chosen: ['name', 'employee_code', 'email', 'phone', 'prl_valid_until', 'status', 'last_login_at'],
    keys: ['employee_code', 'name', 'email'],
    make: makeTechnicals,
    change: ['Íñigo Ávila', 'Íñigo Ávila Gil'],
  },
  {
    name: 'boxes',
    download: 'admin_vno/ctos/download',
    load: 'admin_vno/inventory/load',
    told: () => ({ kind: 'cto' }),
    by: 'neutral',
    filter: () => ({ code: { like: prefix } }),
    chosen: ['label', 'code', 'state', 'address.number', 'position.lon', 'ports_free', 'last_visit_at'],
    keys: ['code'],
    make: makeBoxes,
    change: ['"2-3"', '"2-4"'],
  },
  {
    name: 'ports',
    download: 'admin_vno/ports/download',
    load: 'admin_vno/inventory/load',
    told: () => ({ kind: 'port' }),
    by: 'neutral',
    filter: () => ({ cto_id: 0 }),
    chosen: ['cto.code', 'number', 'state', 'label', 'rx_dbm', 'assignment_status'],
    keys: ['cto.code', 'number'],
    make: makePorts,
    change: [`${prefix}-01/16`, `${prefix}-01/1B`],
  },
  {
    name: 'drops',
    download: 'admin_vno/drops/download',
    load: 'admin_vno/inventory/load',
    told: () => ({ kind: 'drop' }),
    by: 'neutral',
    filter: ({ vno }) => ({ vno_id: vno.id }),
    chosen: ['label', 'length_m', 'state', 'created_at'],
    keys: ['label'],
    make: makeDrops,
    change: [',20,', ',21,'],
  },
]

interface Opened {
  /** Rows of the list. */
  count: number
  get(format: DownloadFormat, columns?: readonly string[]): Promise<Buffer>
  put(file: Buffer): Promise<RowResult[]>
  /** Every column of the list. */
  columns: string[]
  /** Number of audit entries of records. */
  written(): Promise<number>
}

/** Creates the records of a list; downloads and loads go over HTTP. */
export async function openTrip(server: TestServer, trip: RoundTrip): Promise<Opened> {
  const vno = await makeVno(server.db)
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const known = { vno, admin, neutral: await makeSession(server.db, await makeOperator(server.db)) }
  const count = await trip.make(server, known)
  const session = known[trip.by]
  const asked = trip.filter(known)
  const filter = 'cto_id' in asked ? { cto_id: await boxOf(server) } : asked
  return {
    count,
    columns: Object.keys((contract[trip.download] as DownloadSpec).list.columns),
    get: async (format, columns) => {
      const answer = await server.call(trip.download, { filter, format, ...(columns && { columns }) }, { session })
      assert.equal(answer.status, 200, answer.text)
      return answer.bytes
    },
    put: async (file) => {
      // A busy server asks to be asked again.
      const answer = await until(
        () => server.call(trip.load, trip.told?.(known) ?? {}, { session, files: { file } }),
        ({ status }) => status !== 503,
      )
      assert.equal(answer.status, 200, answer.text)
      return (answer.body as LoadAnswer).record.results
    },
    written: async () => {
      const { rows } = await server.db.owner.query<{ n: number }>(
        'select count(*)::int as n from audit where entity_id is not null',
      )
      return rows[0]?.n ?? 0
    },
  }
}

/** Results of a load that are not "unchanged". */
export const changed = (results: readonly RowResult[]) => results.filter(({ code }) => code !== 'UNCHANGED')
