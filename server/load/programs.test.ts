/** Tables of other programs through the API: stored values and warnings. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textRow, workbook, workbookXml, zipped } from '../test/workbook.ts'
import { codes, messageOf, startLoadCases, warned } from '../test/load-cases.ts'

describe('tables of other programs', async () => {
  const cases = await startLoadCases()

  const orders = async (name: string, query?: object) => await cases.file('orders', name, query)
  const day = async (id: string) => (await cases.order(id))?.requested_date

  it('a column whose cells can only be month and day is read so, and it is told', async () => {
    const record = await orders('o-mes-primero.csv')
    assert.deepEqual(codes(record), ['2 CREATED', '3 CREATED', '4 CREATED'])
    assert.deepEqual(await Promise.all(['0046001', '0046002', '0046003'].map(day)), ['2026-12-01', '2026-12-02', '2026-11-30']) // prettier-ignore
    assert.deepEqual(await cases.visit('0046001'), ['2026-12-10T09:00:00.000Z', '2026-12-10T11:00:00.000Z'])
    assert.deepEqual(await cases.visit('0046003'), ['2026-12-14T09:00:00.000Z', '2026-12-14T11:00:00.000Z'])
    for (const column of ['requested_date', 'appointment_from', 'appointment_to'])
      assert.ok(warned(record).includes(`${column} month_first 2,3,4`), column)
  })
  it('a cell whose format names UTC is that instant', async () => {
    await orders('a-writexl-utc.xlsx')
    const record = await orders('a-writexl-utc.xlsx', { preview: true })
    assert.ok(record.results.every(({ code }) => code === 'UNCHANGED'))
    const kept = record.results.map(({ values }) => values?.['appointment_from'])
    assert.deepEqual(kept, ['10/12/2026 09:00 UTC', '11/12/2026 09:00 UTC'])
  })
  it('a number cell that holds no number refuses its row', async () => {
    const record = await orders('b-perl-inf.xlsx')
    assert.match(messageOf(record, 2), /A2.*dañada.*Inf/)
    assert.ok(await cases.order('42000150'))
    assert.match(messageOf(await cases.load('orders', 'orden;tipo\nInfinity;alta'), 2), /perdido cifras/)
  })
  it('a first column without a heading is passed over, and it is told', async () => {
    for (const [name, lines] of [
      ['e-pandas-indice.csv', '2,3,4'],
      ['e-r-write-csv2.csv', '2,3'],
    ] as const) {
      const record = await orders(name, { preview: true })
      assert.ok(warned(record).includes(` no_head ${lines}`), name)
      assert.ok(!record.results.some(({ message }) => /más celdas/.test(message)), name)
    }
    await orders('e-pandas-indice.csv')
    assert.equal((await cases.order('004104'))?.contact?.name, "Íñigo Núñez d'Ors")
  })
  it('days at Spanish midnights in UTC are told to be perhaps the next', async () => {
    const record = await orders('h-exceljs-madrid.xlsx')
    assert.ok(warned(record).includes('requested_date utc_day 2,3'))
    assert.match(record.warnings.find(({ code }) => code === 'utc_day')?.message ?? '', /día más.*horas.*UTC/)
  })
  it('words of databases for "none" are refused in codes and told in texts', async () => {
    const record = await cases.file('cto', 'n-vacios-de-bases.csv')
    assert.match(messageOf(record, 2), /floor: .*no es un dato/)
    assert.match(messageOf(record, 6), /street_number: .*no es un dato/)
    assert.ok(warned(record).includes('access_notes placeholder 3,4,5'))
    const text = await cases.load('orders', 'orden;tipo;calle\nVACIO-0;alta;\\N', { preview: true })
    assert.ok(warned(text).includes('street placeholder 2'))
  })
  it('X and Y are longitude and latitude where the file has no others, and it is told', async () => {
    const ignored = ['fecha_instalación', 'activa', 'revisada', 'id_largo']
    const record = await cases.file('cto', 'j-ogr-as-xy.csv', { ignore_columns: ignored })
    assert.deepEqual(record.warnings.filter(({ code }) => code === 'place_head').length, 2)
    const box = await cases.box('28079-G17-0001-01')
    assert.deepEqual([box?.['lat'], box?.['lon']], [40.3885, -3.6643])
    const leaflet = 'código;lat;lng\n28079-VAL01-0055-01;40.41;-3.69'
    assert.deepEqual(codes(await cases.load('cto', leaflet)), ['2 UPDATED'])
    assert.equal((await cases.box('28079-VAL01-0055-01'))?.['lon'], -3.69)
    const wkt = await cases.send('cto', 'WKT;código\n"POINT (-3,66 40,38)";28079-G17-0001-09')
    assert.match(wkt.text, /WKT.*columnas X e Y/)
  })
  it('a formula that its program has not calculated is no nought', async () => {
    const cells = '<c t="str"><v>28079-VAL01-0055-01</v></c><c><f>1000+45</f><v>0</v></c>'
    const rows = `${textRow('código', 'metros alimentación')}<row>${cells}</row>`
    const sheet = '<sheet name="Hoja1" sheetId="1" r:id="rId1"/>'
    const uncalculated = workbookXml(sheet).replace('</workbook>', '<calcPr fullCalcOnLoad="1"/></workbook>')
    const refused = await cases.load('cto', await workbook({ rows, parts: { 'xl/workbook.xml': uncalculated } }))
    assert.match(messageOf(refused, 2), /B2.*fórmula sin calcular/)
    assert.deepEqual(codes(await cases.load('cto', await workbook({ rows }))), ['2 UPDATED'])
  })
  it('headings that were encoded twice are known, also in workbooks', async () => {
    const marked = await cases.load('cto', '\u00ef\u00bb\u00bfcÃ³digo;planta\n28079-VAL01-0055-01;2')
    assert.deepEqual(codes(marked), ['2 UPDATED'])
    const rows = textRow('cÃ³digo', 'calle') + textRow('28079-VAL01-0055-01', 'C/ PeÃ±a')
    const record = await cases.load('cto', await workbook({ rows }))
    assert.ok(warned(record).includes(' repaired 2'))
    assert.equal((await cases.box('28079-VAL01-0055-01'))?.['street'], 'C/ Peña')
  })
  it('a text that an exporter writes as a formula is that text', async () => {
    await cases.load('orders', 'orden;tipo;calle;número\n="0077001";alta;="C/ Sol";="007"')
    assert.equal((await cases.order('0077001'))?.address?.['number'], '007')
  })
  it('heights are rounded to the decimetre; what 32-bit numbers differ by is not told', async () => {
    const heads = 'código;altura\n28079-VAL01-0055-01;'
    const height = async () => (await cases.box('28079-VAL01-0055-01'))?.['height_m']
    assert.ok(warned(await cases.load('cto', `${heads}3,27`)).includes('height_m rounded 2'))
    assert.equal(await height(), 3.3)
    assert.ok(!warned(await cases.load('cto', `${heads}3.200000047683716`)).some((one) => one.includes('rounded')))
    assert.equal(await height(), 3.2)
  })
  it('a ratio of which a program has made a time is that ratio', async () => {
    await cases.load('cto', 'código;relación divisor\n28079-VAL01-0055-01;01:16:00')
    assert.equal((await cases.box('28079-VAL01-0055-01'))?.['splitter_ratio'], '1:16')
  })
  it('a ZIP with nothing but one table is that table', async () => {
    const table = 'código;planta\n28079-VAL01-0055-01;3'
    assert.deepEqual(codes(await cases.load('cto', await zipped({ 'cajas.csv': table }))), ['2 UPDATED'])
    const two = await cases.send('cto', await zipped({ 'cajas.csv': table, 'otras.csv': table }))
    assert.match(two.text, /una sola tabla/)
    const inside = await cases.send('cto', await zipped({ 'cajas.csv': await zipped({ 'cajas.csv': table }) }))
    assert.equal(inside.status, 422)
  })
  it('booleans of databases are yes and no', async () => {
    await cases.load('cto', 'código;necesita llave\n28079-VAL01-0055-01;t')
    assert.equal((await cases.box('28079-VAL01-0055-01'))?.['key_needed'], true)
    await cases.load('cto', 'código;necesita llave\n28079-VAL01-0055-01;f')
    assert.equal((await cases.box('28079-VAL01-0055-01'))?.['key_needed'], false)
  })
})

describe('an order recognised by its code', async () => {
  const cases = await startLoadCases()
  const made = async (number: string) => {
    await cases.load('orders', `orden;tipo;calle\n${number};alta;C/ Sol`)
    const order = await cases.order(number)
    assert.ok(order)
    return order
  }
  const loaded = async (number: string, code: string) => {
    const record = await cases.load('orders', `orden;código;tipo;calle\n${number};${code};alta;C/ Sol 2`)
    return { record, code: record.results[0]?.code, told: warned(record) }
  }

  it('keeps the zeros that a spreadsheet dropped, and it is told', async () => {
    const { id, code } = await made('004313')
    const { record, told } = await loaded('4313', code)
    assert.deepEqual([record.results[0]?.code, record.results[0]?.id], ['UPDATED', id])
    assert.ok(told.includes('external_order_id zeros 2'))
    assert.equal((await cases.order('004313'))?.address?.street, 'C/ Sol 2')
    assert.equal(await cases.order('4313'), undefined)
  })
  it('and other codes of an order or a line keep theirs', async () => {
    const line = 'orden;tipo;calle;número;producto\n'
    await cases.load('orders', `${line}OZ-1;alta;C/ Sol;007;0600`)
    const record = await cases.load('orders', `${line}OZ-1;alta;C/ Sol;7;600`)
    assert.deepEqual(codes(record), ['2 UNCHANGED'])
    assert.deepEqual(warned(record).toSorted(), ['number zeros 2', 'product_code zeros 2'])
    await cases.load('cto', 'código;número\n28079-VAL01-0055-01;007')
    const box = await cases.load('cto', 'código;número\n28079-VAL01-0055-01;7')
    assert.deepEqual([codes(box), warned(box)[0]], [['2 UNCHANGED'], 'street_number zeros 2'])
    const port = 'VAL01-0055-03/05'
    const heads = 'puerto;acometida;cliente\n'
    await cases.load('accesses', `${heads}${port};D28-0900005-1;000123`)
    const access = await cases.load('accesses', `${heads}${port};D28-0900005-1;123`)
    assert.deepEqual([codes(access), warned(access)], [['2 UNCHANGED'], ['customer_ref zeros 2']])
    assert.equal((await cases.access(port))?.['customer_ref'], '000123')
  })
  it('is not created anew for a number with a decimal', async () => {
    await made('771')
    const record = await cases.load('orders', 'orden;tipo\n771.0;alta')
    assert.match(messageOf(record, 2), /771\.0.*decimales/)
    await cases.load('orders', 'orden;tipo;calle;número\nOD-1;alta;C/ Sol;007')
    const same = await cases.load('orders', 'orden;tipo;calle;número\nOD-1;alta;C/ Sol;7.0')
    assert.deepEqual(codes(same), ['2 UNCHANGED'])
  })
  it('does not take another number', async () => {
    const { code } = await made('004314')
    const { record } = await loaded('99', code)
    assert.match(messageOf(record, 2), /es de la orden 004314/)
  })
  it('is found by its number where no order has the code, and it is told', async () => {
    const { id } = await made('004315')
    const { record, told } = await loaded('004315', 'OS-NADIE')
    assert.deepEqual([record.results[0]?.code, record.results[0]?.id], ['UPDATED', id])
    assert.ok(told.includes('code no_order 2'))
  })
})
