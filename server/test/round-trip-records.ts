/** Records with awkward values for the loadable lists, created through the same calls as a person's. */
import assert from 'node:assert/strict'
import type { Path } from '@hilo/contract/index.ts'
import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import { assignmentStatus, portState } from '@hilo/domain/status.ts'
import { makeTechnician, unique, type TestSession, type Vno } from './factories.ts'
import type { TestServer } from './harness.ts'
import { makeAssignment, makeCto, makePort } from './plant-factories.ts'

export interface Known {
  neutral: TestSession
  admin: TestSession
  vno: Vno
}
const canary = { ine_code: '35016', postal_code: '35002', province: 'Las Palmas', lat: 28.1, lon: -15.4154 }

export async function loaded(server: TestServer, path: Path, lines: string[], query: object, session: TestSession) {
  const answer = await server.call(path, query, { session, files: { file: Buffer.from(lines.join('\r\n')) } })
  assert.equal(answer.status, 200, answer.text)
  const { record } = answer.body as LoadAnswer
  assert.equal(record.rows_error, 0, JSON.stringify(record.results))
  return record.rows_ok
}

/** Visits in both halves of the year, at both clock changes, at a box of each zone and at none. */
export async function makeOrders(server: TestServer, { admin }: Known): Promise<number> {
  const boxes = [await makeCto(server.db, { ...canary, code: `35016-${unique()}` }), await makeCto(server.db)]
  const days = ['2030-07-10 10:00', '2030-12-10 10:00', '2026-03-29 03:15', '2026-10-25 00:30']
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

export async function makeAccesses(server: TestServer, { vno, admin }: Known): Promise<number> {
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
  const count = await loaded(server, 'admin_vno/accesses/load', [heads, ...rows], {}, admin)
  // Values that no file can contain: a text that looks marked already, an ended line at another's port, one to be
  // connected.
  await server.db.owner.query(
    `update access set customer_ref = case customer_ref when '@x' then '''=1+1' when '1E5' then '＝1+1' when '1,5' then '''＝1' end
      where vno_id = $1 and customer_ref in ('@x', '1E5', '1,5')`,
    [vno.id],
  )
  await server.db.owner.query(
    `insert into access (code, vno_id, cto_id, port_id, state, customer_ref, product)
      select code || upper(s), vno_id, cto_id, port_id, s, 'C-' || upper(s), '{"code": "X"}' from (
        select * from access where vno_id = $1 order by id limit 1) x, unnest(array['baja', 'en_alta']) s`,
    [vno.id],
  )
  return count + 2
}

export async function makeTechnicals(server: TestServer, { vno, admin }: Known): Promise<number> {
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
  const count = await loaded(server, 'admin_vno/technicals/load', [heads, ...rows], {}, admin)
  // Without a number, and deleted: neither is invited again.
  await makeTechnician(server.db, { vno })
  const gone = await makeTechnician(server.db, { vno, status: 5 })
  await server.db.owner.query(`update technical_account set employee_code = 'GONE' where id = $1`, [gone.id])
  return count + 2
}

export const prefix = `RT${unique()}`
export async function makeBoxes(server: TestServer, { neutral }: Known): Promise<number> {
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

export async function boxOf(server: TestServer): Promise<number> {
  const { rows } = await server.db.owner.query<{ id: number }>('select id from cto where code = $1', [`${prefix}-01`])
  return Number(rows[0]?.id)
}

/** The ports of a box, one in each possible state. */
export async function makePorts(server: TestServer, { vno }: Known): Promise<number> {
  const box = await boxOf(server)
  const { rows } = await server.db.owner.query<{ id: number; number: number; label: string }>(
    'select id, number, label from port where cto_id = $1 order by number',
    [box],
  )
  for (const [n, state] of portState.values.entries()) {
    const port = rows[n]
    if (!port || state === portState.is.disponible) continue
    const occupied = state === portState.is.ocupado || state === portState.is.cesado
    const assignment = occupied ? assignmentStatus.is.occupied : assignmentStatus.is.assigned
    await server.db.owner.query('update port set state = $2, assignment_status = $3, version = 2 where id = $1', [
      port.id,
      state,
      assignment,
    ])
    if (occupied || state === portState.is.asignado)
      await makeAssignment(server.db, { vno, port: { ...port, cto_id: box }, state, assignment_status: assignment })
  }
  return rows.length
}

export async function makeDrops(server: TestServer, { vno, neutral }: Known): Promise<number> {
  const lines = ['-1', '007', '1E5', '2026-05-01'].map(
    (label, n) => `${label.replace(/^-/, '0-')}-${prefix},${vno.external_id},interior,${n * 10},1,${n + 1}`,
  )
  const heads = 'matrícula,operador,tipo,longitud,conexión,fibra'
  const count = await loaded(server, 'admin_vno/inventory/load', [heads, ...lines], { kind: 'drop' }, neutral)
  await server.db.owner.query(`update drop_cable set state = 'retirada' where label like '007-%' and vno_id = $1`, [
    vno.id,
  ])
  return count
}
