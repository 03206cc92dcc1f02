/** Whatever list can be loaded: downloaded and loaded back untouched nothing is written; with one cell changed, one row. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { LoadAnswer } from '@hilo/contract/load.ts'
import type { DownloadSpec } from '@hilo/contract/call.ts'
import { contract, type Path } from '@hilo/contract/index.ts'
import { assignmentStatus, portState } from '@hilo/domain/status.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, unique, type TestSession, type Vno } from '../test/factories.ts'
import { startTestServer, type TestServer } from '../test/harness.ts'
import { makeAssignment, makeCto, makePort } from '../test/plant-factories.ts'
import { changedSheet } from '../test/changed-sheet.ts'

interface Known {
  neutral: TestSession
  admin: TestSession
  vno: Vno
}
interface RoundTrip {
  name: string
  download: Path
  load: Path
  /** What the load needs to be told besides the file. */
  told?: (known: Known) => object
  by: 'neutral' | 'admin'
  /** Rows of this test alone. */
  filter: (known: Known) => object
  /** Columns as somebody may have chosen them. */
  chosen: string[]
  /** Columns without which no row is known. */
  keys: string[]
  /** Makes the records and answers how many there are. */
  make: (server: TestServer, known: Known) => Promise<number>
  /** A value that stands once in the list, and what a person writes instead. */
  change: [before: string, after: string]
}

const canary = { ine_code: '35016', postal_code: '35002', province: 'Las Palmas', lat: 28.1, lon: -15.4154 }

async function loaded(server: TestServer, path: Path, lines: string[], query: object, session: TestSession) {
  const answer = await server.call(path, query, { session, files: { file: Buffer.from(lines.join('\r\n')) } })
  assert.equal(answer.status, 200, answer.text)
  const { record } = answer.body as LoadAnswer
  assert.equal(record.rows_error, 0, JSON.stringify(record.results))
  return record.rows_ok
}

/** Visits in both halves of the year, at both changes of the clock, at a box of each zone and at none. */
async function makeOrders(server: TestServer, { vno, admin }: Known): Promise<number> {
  const boxes = [await makeCto(server.db, { ...canary, code: `35016-${unique()}` }), await makeCto(server.db)]
  const days = ['2026-07-10 10:00', '2026-12-10 10:00', '2026-03-29 03:15', '2026-10-25 00:30']
  const repeated = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']
  const places = [
    `${boxes[0]?.code},,`,
    `${boxes[1]?.code},,`,
    ',C/ Triana,35002',
    ',C/ Castillo,38003',
    ',"C/ Ñ ""1""",28053',
  ]
  const ids = ['-1', '007', '1-2', '2026-05-01', '1E5', '12345678901234567890', 'A/B.C:d_e-f', 'MAYO-1']
  const rows = places.flatMap((place, n) => [
    ...days.map((from, k) =>
      `${ids[n * 4 + k] ?? `R${n}-${k}`},averia,${place},${from},${from.slice(0, 10)} 05:45`.replace(
        /10:00,(\S+) 05:45/,
        '10:00,$1 12:00',
      ),
    ),
    ...repeated.map((from, k) => `H${n}-${k},alta,${place},${from},2026-10-25T04:00:00.500Z`),
  ])
  const heads = 'orden,tipo,cto,calle,código postal,cita desde,cita hasta'
  return await loaded(server, 'admin_vno/orders/load', [heads, ...rows, 'SIN-CITA,baja,,,,,'], {}, admin)
}

async function makeAccesses(server: TestServer, { vno, admin }: Known): Promise<number> {
  const refs = ['-20', "'=1+1", '=1+1', '007', '+34600111222', '@x', '"Peña", 2;3', '1-2', '1,5', '1E5', '']
  const rows = []
  for (const [n, ref] of refs.entries()) {
    const state = { state: portState.is.asignado, assignment_status: assignmentStatus.is.assigned }
    const port = await makePort(server.db, state)
    await makeAssignment(server.db, { vno, port, ...state, rx_dbm: null })
    const cell = `"${ref.replaceAll('"', '""')}"`
    rows.push(`${port.label},D-${unique()},${n % 2 ? `HWTC${unique().slice(0, 8)}` : ''},${cell},FTTH${n}00,40`)
  }
  const heads = 'puerto,acometida,ont,cliente,producto,longitud'
  return await loaded(server, 'admin_vno/accesses/load', [heads, ...rows], {}, admin)
}

async function makeTechnicals(server: TestServer, { vno, admin }: Known): Promise<number> {
  await server.call('admin_vno/contractors/create', { name: 'Contrata "Ñ", S.L.' }, { session: admin })
  const row = (code: string, name: string, more: string) =>
    `${code},${name},${unique().toLowerCase()}@prueba.test,${more}`
  const rows = [
    row('007', 'Núria Peña', '+34600111222,2027-07-10,"altura; fusion","28079, 35016",'),
    row('1-2', '"D\'Angelo ""Nuño"""', '+34600111223,,,,"Contrata ""Ñ"", S.L."'),
    row('2026-05-01', 'Íñigo Ávila', ',10/12/2027,,08019,'),
    row('1E5', '-Guion', ',,,,'),
  ]
  const heads = 'codigo,nombre,correo,telefono,prl,habilidades,zonas,contrata'
  return await loaded(server, 'admin_vno/technicals/load', [heads, ...rows], {}, admin)
}

const prefix = `RT${unique()}`
async function makeBoxes(server: TestServer, { neutral }: Known): Promise<number> {
  const { rows } = await server.db.owner.query<{ code: string }>(
    'select p.code from pon p join cto c on c.pon_id = p.id where c.id = $1',
    [(await makeCto(server.db)).id],
  )
  const row = (n: number, place: string, notes: string) =>
    `${prefix}-0${n},fachada,1,16,${place},${rows[0]?.code},007,1234,"${notes}"`
  const lines = [
    row(1, '"C/ Peña ""Alta"", 3",001,08001,Barcelona,08019,Barcelona,"41,3800001","2,17"', '=1+1; -1'),
    row(2, 'Triana,,35002,Las Palmas,35016,Las Palmas,28.1,-15.4154321', "'=1+1"),
    row(3, '1-2,2-3,28053,Madrid,28079,Madrid,40.39,-0.0005', '@SUMA'),
    row(4, 'MAYO 1,1E5,03001,Alicante,03014,Alicante,38.3452,-0.481', 'línea uno\nlínea dos'),
  ]
  const heads =
    'code,type,connection_type,ports_total,street,street_number,postal_code,municipality,ine_code,province,lat,lon,pon_code,splitter1_code,feeder_m,access_notes'
  return await loaded(server, 'admin_vno/inventory/load', [heads, ...lines], { kind: 'cto' }, neutral)
}

async function boxOf(server: TestServer): Promise<number> {
  const { rows } = await server.db.owner.query<{ id: number }>('select id from cto where code = $1', [`${prefix}-01`])
  return Number(rows[0]?.id)
}

async function makeDrops(server: TestServer, { vno, neutral }: Known): Promise<number> {
  const lines = ['-1', '007', '1E5', '2026-05-01'].map(
    (label, n) => `${label.replace(/^-/, '0-')}-${prefix},${vno.external_id},interior,${n * 10},1,${n + 1}`,
  )
  const heads = 'matrícula,operador,tipo,longitud,conexión,fibra'
  return await loaded(server, 'admin_vno/inventory/load', [heads, ...lines], { kind: 'drop' }, neutral)
}

const trips: RoundTrip[] = [
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
    change: ['2026-07-10T10:00:00.000+01:00', '2026-07-10 10:30'],
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
    change: ['2026-07-10T10:00:00.000+01:00', '2026-07-10 10:30'],
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
    change: [',1-2,', ',1-3,'],
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
    change: [',2-3,', ',2-4,'],
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
    make: async () => await Promise.resolve(16),
    change: [`${prefix}-01/05`, `${prefix}-01/5B`],
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

describe('a list that is downloaded and loaded back', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  const written = async () => {
    const { rows } = await server.db.owner.query<{ n: number }>(
      `select count(*)::int as n from audit where entity_id is not null`,
    )
    return rows[0]?.n ?? 0
  }

  for (const trip of trips)
    it(`${trip.name}: untouched, every row is unchanged and nothing is written; one changed cell updates one row`, async () => {
      const vno = await makeVno(server.db)
      const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
      const known = { vno, admin, neutral: await makeSession(server.db, await makeOperator(server.db)) }
      const count = await trip.make(server, known)
      const session = known[trip.by]
      const asked = trip.filter(known)
      const filter = 'cto_id' in asked ? { cto_id: await boxOf(server) } : asked
      const get = async (format: 'csv' | 'xlsx', columns?: string[]) => {
        const answer = await server.call(trip.download, { filter, format, ...(columns && { columns }) }, { session })
        assert.equal(answer.status, 200, answer.text)
        return answer.bytes
      }
      const put = async (file: Buffer) => {
        const answer = await server.call(trip.load, trip.told?.(known) ?? {}, { session, files: { file } })
        assert.equal(answer.status, 200, answer.text)
        return (answer.body as LoadAnswer).record.results
      }
      const before = await written()
      for (const format of ['csv', 'xlsx'] as const)
        for (const columns of [undefined, trip.chosen]) {
          const results = await put(await get(format, columns))
          const other = results.filter(({ code }) => code !== 'UNCHANGED')
          assert.deepEqual(other, [], `${format}, ${columns ? 'chosen' : 'all'} columns`)
          assert.equal(results.length, count)
        }
      const { list } = contract[trip.download] as DownloadSpec
      for (const column of Object.keys(list.columns)) {
        const columns = [...new Set([...trip.keys, column])]
        for (const format of ['csv', 'xlsx'] as const) {
          const other = (await put(await get(format, columns))).filter(({ code }) => code !== 'UNCHANGED')
          assert.deepEqual(other, [], `${format}, ${columns.join()}`)
        }
      }
      assert.equal(await written(), before, 'nothing is written')
      const [from, to] = trip.change
      const csv = (await get('csv')).toString()
      assert.ok(csv.includes(from), `${from} stands in\n${csv}`)
      const changed = await put(Buffer.from(csv.replace(from, to)))
      assert.deepEqual(
        changed.map(({ code }) => code).filter((code) => code !== 'UNCHANGED'),
        ['UPDATED'],
      )
      assert.equal(changed.length, count)
    })

  it('a changed cell of a spreadsheet updates its row alone, by the clock of the place', async () => {
    const vno = await makeVno(server.db)
    const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    const rows = ['A,2026-07-10', 'B,2026-12-10'].map((one) => `${one} 10:00,${one.slice(2)} 12:00,35002,C/ Triana`)
    const lines = ['orden,tipo,cita desde,cita hasta,cp,calle', ...rows.map((one) => one.replace(',', ',averia,'))]
    await loaded(
      server,
      'admin_vno/orders/load',
      lines.map((one) => one.replace(',cp,', ',código postal,')),
      {},
      session,
    )
    const { bytes } = await server.call('admin_vno/orders/download', { format: 'xlsx' }, { session })
    const ten = (day: string) => String(Date.parse(`${day}T10:00:00Z`) / 86_400_000 + 25_569)
    const eleven = (day: string) => String(Date.parse(`${day}T11:00:00Z`) / 86_400_000 + 25_569)
    const file = await changedSheet(bytes, (xml) => {
      assert.ok(xml.includes(`<v>${ten('2026-12-10').slice(0, 12)}`), xml)
      return xml.replace(new RegExp(`<v>${ten('2026-12-10').slice(0, 12)}\\d*</v>`), `<v>${eleven('2026-12-10')}</v>`)
    })
    const answer = await server.call('admin_vno/orders/load', {}, { session, files: { file } })
    const codes = (answer.body as LoadAnswer).record.results.map(({ code }) => code)
    assert.deepEqual(codes.toSorted(), ['UNCHANGED', 'UPDATED'], answer.text)
    const { rows: kept } = await server.db.owner.query<{ at: Date }>(
      `select appointment_from as at from service_order where vno_id = $1 and external_order_id = 'B'`,
      [vno.id],
    )
    assert.equal(kept[0]?.at.toISOString(), '2026-12-10T11:00:00.000Z')
  })
})
