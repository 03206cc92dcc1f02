/** Real-world files through the API: which values are stored. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startField } from '../test/evidence.ts'
import {
  caseFile,
  codes,
  messageOf,
  startLoadCases,
  warned,
  type LoadCases,
  type Loadable,
} from '../test/load-cases.ts'

describe('files as they come', () => {
  let cases: LoadCases
  before(async () => {
    cases = await startLoadCases()
  })
  after(() => cases.server.close())

  const file = async (what: Loadable, name: string) => await cases.load(what, await caseFile(name))
  const visit = async (id: string) => {
    const order = await cases.order(id)
    return [order?.appointment?.from, order?.appointment?.to].map((time) => time && new Date(time).toISOString())
  }
  const of = async (code: string, ...columns: string[]) => {
    const box = await cases.box(code)
    return columns.map((column) => box?.[column])
  }
  let made = 0
  /** Orders with these cells after number and kind, by line; returns the messages and the numbers. */
  const orders = async (heads: string, ...rows: string[]) => {
    const ids = rows.map(() => `CASO-${(made += 1)}`)
    const lines = rows.map((row, at) => `${ids[at]};alta;${row}`)
    const record = await cases.load('orders', [`orden;tipo;${heads}`, ...lines].join('\n'))
    return { record, ids, kept: await Promise.all(ids.map((id) => cases.order(id))) }
  }

  it('days are counted from 1904 if the workbook says so', async () => {
    await file('orders', 'a-1900-control.xlsx')
    await file('orders', 'a-1904-fechas.xlsx')
    assert.equal((await cases.order('R1904-A'))?.requested_date, '2026-12-01')
    assert.deepEqual(await visit('R1904-A'), ['2026-12-01T09:00:00.000Z', '2026-12-01T11:00:00.000Z'])
  })
  it('identifiers are stored as displayed, and those with lost digits are refused', async () => {
    const record = await file('accesses', 'b-accesos-poi.xlsx')
    assert.deepEqual(codes(record), ['2 VALIDATION', '3 CREATED'])
    assert.match(messageOf(record, 2), /15 cifras.*formato Texto/)
    assert.equal((await cases.access('VAL01-0055-03/07'))?.['customer_ref'], '456')
  })
  it('exponents of a workbook are numbers', async () => {
    await file('cto', 'b-cajas-exponentes.xlsx')
    await file('cto', 'b-lon-exponente.xlsx')
    assert.deepEqual(await of('28079-PRB01-54', 'lon', 'feeder_m'), [-3.6643, 2380])
    assert.deepEqual(await of('28079-PRB01-55', 'lon'), [-0.0005])
  })
  it('errors and formulas without value refuse their row and name the cell', async () => {
    const record = await file('orders', 'c-errores-y-formulas.xlsx')
    assert.deepEqual(codes(record), ['2 VALIDATION', '3 VALIDATION'])
    assert.match(messageOf(record, 2), /D2.*H2.*J2/)
    assert.match(messageOf(record, 3), /C3.*D3.*E3.*J3/)
  })
  it('errors written as text are refused, words for "none" are warned about', async () => {
    const record = await file('cto', 'd-nd-texto-cajas.csv')
    assert.deepEqual(codes(record).filter((one) => one.endsWith('VALIDATION')), ['3 VALIDATION', '7 VALIDATION']) // prettier-ignore
    for (const column of ['municipality', 'province', 'access_notes'])
      assert.ok(warned(record).includes(`${column} placeholder 6`), column)
  })
  it('every line is read in its own encoding, and a guessed encoding is reported', async () => {
    await file('cto', 'e-mezcla-cabeceras-ascii.csv')
    const kept = await Promise.all(['71', '72', '73'].map((n) => of(`28079-PRB01-${n}`, 'street', 'municipality')))
    assert.deepEqual(kept, [['C/ Peña Prieta', 'Alcorcón'], ['C/ Núñez', 'Móstoles'], ['C/ Muñoz', 'Getafe']]) // prettier-ignore
    for (const name of ['MAC', 'DOS']) {
      const record = await file('orders', `e-${name}.csv`)
      assert.ok(record.warnings.some(({ code }) => code === 'encoding'))
      assert.equal((await cases.order(`R${name}-1`))?.address?.municipality, 'Alcorcón')
    }
  })
  it('hours are those of the place, by its box or by its postal code', async () => {
    await file('orders', 'f-canarias.csv')
    await file('orders', 'f-canarias-control.csv')
    for (const id of ['RCAN-1', 'RCAN-2', 'RCAN-3', 'RCAN-9'])
      assert.deepEqual(await visit(id), ['2026-12-10T10:00:00.000Z', '2026-12-10T12:00:00.000Z'], id)
  })
  it('telephones are one, however they are written', async () => {
    await file('orders', 'i-telefonos.csv')
    for (let n = 0; n <= 7; n++)
      assert.equal((await cases.order(`RTEL-${n}`))?.contact?.phone, '+34600111222', String(n))
    const { kept } = await orders('contacto;teléfono', 'Ana;+34 (0)600 111 222', 'Ana;６００ １１１ ２２２', 'Ana;Tel. 600.11.12.22') // prettier-ignore
    assert.deepEqual(kept.map((one) => one?.contact?.phone), Array(3).fill('+34600111222')) // prettier-ignore
  })
  it('a Spanish phone number has nine digits, and an invalid one is explained by an example', async () => {
    const { record } = await orders('contacto;teléfono', 'Ana;+34 600 111 22', 'Ana;600111222 / 611222333', 'Ana;600111222 (Ana)') // prettier-ignore
    for (const line of [2, 3, 4]) assert.match(messageOf(record, line), /no es un teléfono.*600 111 222/)
  })
  it('a picture with an unreadable time is accepted without one', async () => {
    const field = await startField()
    try {
      const { id } = await field.event()
      for (const name of ['24h', 'ceros']) {
        const bytes = await caseFile(`k-exif-${name}-con-zona.jpg`)
        assert.equal((await field.sent({ event_id: id, taken_at: undefined }, bytes)).taken_at, null, name)
      }
    } finally {
      await field.server.close()
    }
  })
  it('geodata positions are converted to WGS84, faulty features are reported one by one', async () => {
    await file('cto', 'l-crs25830.geojson')
    assert.deepEqual(await of('28079-GEO01-01', 'lat', 'lon'), [40.3914728, -3.6640701])
    await file('cto', 'l-crs4230-ed50.geojson')
    assert.deepEqual(await of('28079-GEO01-03', 'lat', 'lon'), [40.3873192, -3.6656035])
    assert.deepEqual(codes(await file('cto', 'l-multipoint.geojson')), ['1 CREATED', '2 CREATED'])
    const record = await file('cto', 'l-sin-geom.geojson')
    assert.deepEqual(codes(record), ['1 VALIDATION', '2 VALIDATION', '3 CREATED'])
  })
  it('sep= is skipped and a stray quote refuses only its row', async () => {
    await file('orders', 'm-sep.csv')
    assert.ok(await cases.order('RSEP-1'))
    assert.deepEqual(codes(await file('orders', 'w-comillas.csv')), ['2 CREATED', '3 VALIDATION', '4 CREATED', '5 CREATED']) // prettier-ignore
  })
  it('thousands are thousands, and every minus is one', async () => {
    await file('cto', 'n-miles-cajas.csv')
    const feeders = await Promise.all(['01', '02', '03', '04', '05'].map((n) => of(`28079-PRB01-${n}`, 'feeder_m')))
    assert.deepEqual(feeders.flat(), [2000, 2380, 12_000, 2380, 2380])
    assert.deepEqual(await of('28079-PRB01-03', 'accuracy_m'), [1000])
    const record = await file('cto', 'o-menos.csv')
    for (const n of ['11', '12', '13', '14', '15']) assert.deepEqual(await of(`28079-PRB01-${n}`, 'lon'), [-3.6643])
    assert.match(messageOf(record, 7) + messageOf(record, 8), /metros de un plano.*metros de un plano/)
  })
  it('a contradicting place is warned about', async () => {
    const record = await file('cto', 'p-coordenadas.csv')
    assert.deepEqual(warned(record).toSorted(), ['lat other_province 5', 'lat swapped 2', 'lon sign 3'])
  })
  it('a speed without its product refuses its row', async () => {
    assert.match(messageOf(await file('orders', 'p-velocidad-sin-producto.csv'), 2), /down_mbps.*producto/)
  })
  it('a date in a code refuses its row', async () => {
    assert.match(messageOf(await file('cto', 'q-fecha-en-codigo.xlsx'), 2), /label: .*fecha.*street_number: .*fecha/)
  })
  it('codes are ordered as people count', async () => {
    await file('cto', 's-orden-natural.csv')
    assert.deepEqual(await cases.codes('28079-NAT-'), ['1', '2', '9', '10', '11', '100'])
  })
  it('comments, CDATA and escapes of other programs are read', async () => {
    for (const [name, n] of [
      ['x-comentario-xml', '61'],
      ['x-comentario-hoja', '62'],
      ['x-cdata', '63'],
    ] as const) {
      // prettier-ignore
      await file('cto', `${name}.xlsx`)
      assert.deepEqual(await of(`28079-PRB01-${n}`, 'street'), ['C/ Peña Prieta'])
    }
    await file('cto', 'x-x000D.xlsx')
    assert.deepEqual(await of('28079-PRB01-64', 'street'), ['C/ Peña Prieta bajo'])
  })

  it('one-line texts lose line breaks, double blanks and invisible characters, as in the forms', async () => {
    const { kept } = await orders('calle', '"C/ Mayor\nbajo"', 'C/  Sol   3', 'C/ Pe\u200bña')
    assert.deepEqual(kept.map((one) => one?.address?.street), ['C/ Mayor bajo', 'C/ Sol 3', 'C/ Peña']) // prettier-ignore
  })
  it('the Canaries have their clock under every name of their provinces', async () => {
    const names = ['Las Palmas', 'Palmas, Las', 'Gran Canaria', 'S/C de Tenerife', 'Sta. Cruz de Tenerife', 'TENERIFE']
    const { ids } = await orders('calle;provincia;cita desde;cita hasta', ...names.map((name) => `C/ A;${name};2026-07-10 10:00;2026-07-10 12:00`)) // prettier-ignore
    for (const [at, id] of ids.entries())
      assert.deepEqual(await visit(id), ['2026-07-10T09:00:00.000Z', '2026-07-10T11:00:00.000Z'], names[at])
  })
  it('local times skipped in the Canaries are refused, ambiguous ones warned about', async () => {
    const { record } = await orders('calle;cp;cita desde;cita hasta', 'C/ A;35002;2026-03-29 01:30;2026-03-29 04:00', 'C/ A;38003;2026-10-25 01:30;2026-10-25 04:00') // prettier-ignore
    assert.deepEqual(codes(record), ['2 VALIDATION', '3 CREATED'])
    assert.match(messageOf(record, 3), /se repite.*Hora canaria/)
  })
  it('serials are one, however they are written', async () => {
    const written = ['48:57:54:43:12:34:AB:C8', '0x485754431234ABC9', 'HWTC:1234ABD1', 'S/N hwtc-1234-abd2', '485754431234ABD3 (HWTC-1234ABD3)'] // prettier-ignore
    const rows = written.map((serial, at) => `VAL01-0055-03/1${at};D28-777002${at}-1;${serial}`)
    await cases.load('accesses', ['puerto;acometida;número de serie', ...rows].join('\n'))
    const kept = await Promise.all(written.map((_, at) => cases.access(`VAL01-0055-03/1${at}`)))
    assert.deepEqual(kept.map((one) => one?.['ont_serial']), ['HWTC1234ABC8', 'HWTC1234ABC9', 'HWTC1234ABD1', 'HWTC1234ABD2', 'HWTC1234ABD3']) // prettier-ignore
  })
  it('a workbook with several sheets reports which one is read', async () => {
    const record = await file('orders', 'zz-dos-hojas.xlsx')
    assert.ok(record.warnings.some(({ code, message }) => code === 'sheets' && /más hojas/.test(message)))
    assert.deepEqual([(await cases.order('LS1')) !== undefined, await cases.order('LS2')], [true, undefined])
  })
  it('errors and words for "none" of other programs are never loaded silently', async () => {
    const { record } = await orders('calle', '#REF', '#GETTING_DATA', '<Null>', 'S/D', 'undefined')
    assert.deepEqual(codes(record).map((one) => one.slice(2)), ['VALIDATION', 'VALIDATION', 'CREATED', 'CREATED', 'CREATED']) // prettier-ignore
    assert.ok(warned(record).includes('street placeholder 4,5,6'))
  })
  it('a refused word is reported with the column’s words, a decimal with the need for a whole number', async () => {
    const { record } = await orders('producto;bajada', 'FTTH;1,5')
    assert.match(messageOf(record, 2), /entero/)
    const kinds = await cases.load('orders', 'orden;tipo\nCASO-T;mudanza\n')
    assert.match(messageOf(kinds, 2), /«mudanza».*Alta/)
  })
})
