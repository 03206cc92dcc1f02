/** Real-world files through the API: which values are stored. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startField } from '../test/evidence.ts'
import { caseFile, codes, messageOf, startLoadCases, warned } from '../test/load-cases.ts'

describe('files as they come', async () => {
  const cases = await startLoadCases()

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

  it('errors written as text are refused, words for "none" are warned about', async () => {
    const record = await cases.file('cto', 'd-nd-texto-cajas.csv')
    assert.deepEqual(codes(record).filter((one) => one.endsWith('VALIDATION')), ['3 VALIDATION', '7 VALIDATION']) // prettier-ignore
    for (const column of ['municipality', 'province', 'access_notes'])
      assert.ok(warned(record).includes(`${column} placeholder 6`), column)
  })
  it('every line is read in its own encoding, and a guessed encoding is reported', async () => {
    await cases.file('cto', 'e-mezcla-cabeceras-ascii.csv')
    const kept = await Promise.all(['71', '72', '73'].map((n) => of(`28079-PRB01-${n}`, 'street', 'municipality')))
    assert.deepEqual(kept, [['C/ Peña Prieta', 'Alcorcón'], ['C/ Núñez', 'Móstoles'], ['C/ Muñoz', 'Getafe']]) // prettier-ignore
    for (const name of ['MAC', 'DOS']) {
      const record = await cases.file('orders', `e-${name}.csv`)
      assert.ok(record.warnings.some(({ code }) => code === 'encoding'))
      assert.equal((await cases.order(`R${name}-1`))?.address?.municipality, 'Alcorcón')
    }
  })
  it('hours are those of the place, by its box or by its postal code', async () => {
    await cases.file('orders', 'f-canarias.csv')
    await cases.file('orders', 'f-canarias-control.csv')
    for (const id of ['RCAN-1', 'RCAN-2', 'RCAN-3', 'RCAN-9'])
      assert.deepEqual(await cases.visit(id), ['2026-12-10T10:00:00.000Z', '2026-12-10T12:00:00.000Z'], id)
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
    await cases.file('cto', 'l-crs25830.geojson')
    assert.deepEqual(await of('28079-GEO01-01', 'lat', 'lon'), [40.3914728, -3.6640701])
    await cases.file('cto', 'l-crs4230-ed50.geojson')
    assert.deepEqual(await of('28079-GEO01-03', 'lat', 'lon'), [40.3873192, -3.6656035])
    assert.deepEqual(codes(await cases.file('cto', 'l-multipoint.geojson')), ['1 CREATED', '2 CREATED'])
    const record = await cases.file('cto', 'l-sin-geom.geojson')
    assert.deepEqual(codes(record), ['1 VALIDATION', '2 VALIDATION', '3 CREATED'])
  })
  it('sep= is skipped and a stray quote refuses only its row', async () => {
    await cases.file('orders', 'm-sep.csv')
    assert.ok(await cases.order('RSEP-1'))
    assert.deepEqual(codes(await cases.file('orders', 'w-comillas.csv')), ['2 CREATED', '3 VALIDATION', '4 CREATED', '5 CREATED']) // prettier-ignore
  })
  it('thousands are thousands, and every minus is one', async () => {
    const thousands = warned(await cases.file('cto', 'n-miles-cajas.csv'))
    assert.ok(thousands.includes('feeder_m thousands 2,3,4'), thousands.join('\n'))
    const feeders = await Promise.all(['01', '02', '03', '04', '05'].map((n) => of(`28079-PRB01-${n}`, 'feeder_m')))
    assert.deepEqual(feeders.flat(), [2000, 2380, 12_000, 2380, 2380])
    assert.deepEqual(await of('28079-PRB01-03', 'accuracy_m'), [1000])
    const record = await cases.file('cto', 'o-menos.csv')
    for (const n of ['11', '12', '13', '14', '15']) assert.deepEqual(await of(`28079-PRB01-${n}`, 'lon'), [-3.6643])
    assert.match(messageOf(record, 7) + messageOf(record, 8), /metros de un plano.*metros de un plano/)
  })
  it('one-line texts lose line breaks, double blanks and invisible characters, as in the forms', async () => {
    const { kept } = await orders('calle', '"C/ Mayor\nbajo"', 'C/  Sol   3', 'C/ Pe\u200bña')
    assert.deepEqual(kept.map((one) => one?.address?.street), ['C/ Mayor bajo', 'C/ Sol 3', 'C/ Peña']) // prettier-ignore
  })
  it('the Canaries have their clock under every name of their provinces', async () => {
    const names = ['Las Palmas', 'Palmas, Las', 'Gran Canaria', 'S/C de Tenerife', 'Sta. Cruz de Tenerife', 'TENERIFE']
    const { ids } = await orders('calle;provincia;cita desde;cita hasta', ...names.map((name) => `C/ A;${name};2026-07-10 10:00;2026-07-10 12:00`)) // prettier-ignore
    for (const [at, id] of ids.entries())
      assert.deepEqual(await cases.visit(id), ['2026-07-10T09:00:00.000Z', '2026-07-10T11:00:00.000Z'], names[at])
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
    const record = await cases.file('orders', 'zz-dos-hojas.xlsx')
    assert.ok(record.warnings.some(({ code, message }) => code === 'sheets' && /más hojas/.test(message)))
    assert.deepEqual([(await cases.order('LS1')) !== undefined, await cases.order('LS2')], [true, undefined])
  })
  it('a refused word is reported with the column’s words, a decimal with the need for a whole number', async () => {
    const { record } = await orders('producto;bajada', 'FTTH;1,5')
    assert.match(messageOf(record, 2), /entero/)
    const kinds = await cases.load('orders', 'orden;tipo\nCASO-T;mudanza\n')
    assert.match(messageOf(kinds, 2), /«mudanza».*Alta/)
  })
})
