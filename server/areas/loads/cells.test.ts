/** Real-world tables through the API: values stored, refused and warned about. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnOf, columnsOf, detailsOf, faultsOf } from '../../test/answers.ts'
import { unique } from '../../test/factories.ts'
import { codes, startLoadCases } from '../../test/load-cases.ts'
import { makeCto } from '../../test/plant-factories.ts'

const place = 'C/ Peña Prieta;38;28053;Madrid;28079;Madrid'
const heads =
  'código;pon;tipo;conexión;puertos;calle;número;cp;municipio;ine;provincia;latitud;longitud;precisión;altura;divisor;metros alimentación;notas de acceso'

describe('tables as they are sent', async () => {
  const { server, admin, send, load, box: ctoOf, order: orderOf } = await startLoadCases()
  const pon = 'VAL01-OLT01/1/1/3'
  /** A box row with some cells replaced by name. */
  const box = (code: string, over: Record<string, string> = {}) => {
    const usual = `${code};${pon};fachada;Fusión;16;${place};40,3885;-3,6643;5;3,2;S1;2380;`.split(';')
    return heads
      .split(';')
      .map((head, at) => over[head] ?? usual[at])
      .join(';')
  }
  const boxes = async (rows: string[], query: object = {}) => await load('cto', [heads, ...rows].join('\n'), query)
  const newCode = () => `28079-${unique().toUpperCase()}`

  it('a preview shows each row as it would be stored, and the cells of a refused one', async () => {
    const [good, bad] = [newCode().toLowerCase(), newCode()]
    const rows = [box(good, { puertos: '16', altura: '3,2' }), box(bad, { puertos: '7' })]
    const { results, columns } = await boxes(rows, { preview: true })
    const [first, second] = results
    assert.equal(first?.values?.['code'], good.toUpperCase())
    assert.equal(first.values['lon'], '-3,6643')
    assert.equal(first.values['connection_type'], 'Fusión')
    assert.equal(first.values['type'], 'Fachada')
    assert.deepEqual([second?.ok, second?.values?.['ports_total']], [false, '7'])
    assert.deepEqual(columns[0], { name: 'code', head: 'código' })
    assert.equal((await boxes([box(good)])).results[0]?.values, undefined, 'nothing is shown once it is kept')
  })

  it('values outside of the usual range are warned about by column, with their count', async () => {
    const rows = [newCode(), newCode()].map((code) => box(code, { altura: '45' }))
    const { warnings, rows_ok } = await boxes(rows)
    assert.equal(rows_ok, 2)
    assert.ok(warnings.some(({ message }) => message === '2 celdas de «altura» mayores que 12'))
    const orders = ['orden;tipo;producto;bajada', `R-${unique()};alta;FTTH;6`, `R-${unique()};alta;FTTH;600`]
    const said = await load('orders', orders.join('\n'))
    assert.deepEqual(columnOf(said.warnings, 'message'), ['1 celda de «bajada» menor que 10'])
  })

  it('contradicting coordinates, codes and names of a place are warned about, and stored', async () => {
    const wrong: [over: Record<string, string>, code: string, said: RegExp][] = [
      [{ longitud: '3,6643' }, 'sign', /-3,6643/],
      [{ latitud: '-3,6643', longitud: '40,3885' }, 'swapped', /40,3885 y -3,6643/],
      [{ latitud: '41,38', longitud: '2,17' }, 'other_province', /Barcelona/],
      [{ latitud: '51,5', longitud: '-0,1' }, 'outside_spain', /fuera de España/],
      [{ cp: '08001' }, 'postal_ine', /Barcelona.*Madrid/],
      [{ provincia: 'Sevilla' }, 'province_name', /Sevilla.*Madrid/],
    ]
    const { results, warnings } = await boxes(wrong.map(([over]) => box(newCode(), over)))
    for (const [at, [, code, said]] of wrong.entries()) {
      assert.deepEqual([results[at]?.ok, results[at]?.warned], [true, true], code)
      assert.match(results[at]?.message ?? '', said)
      const isTold = warnings.some((one) => one.code === code && one.lines.includes(at + 2))
      assert.ok(isTold, code)
    }
    const fine = await boxes([box(newCode())])
    assert.deepEqual([fine.warnings, fine.results[0]?.warned], [[], undefined])
  })

  it('codes of provinces that there are not are refused', async () => {
    for (const over of [{ ine: '99999' }, { ine: '00079' }, { ine: '53001' }, { cp: '99001' }, { cp: '00001' }]) {
      const { results } = await boxes([box(newCode(), over)])
      assert.equal(results[0]?.code, 'VALIDATION', JSON.stringify(over))
    }
  })

  /** A box row as a feature at a fixed place, with more properties. */
  const feature = (code: string, more: object) => {
    const cells = box(code).split(';').entries()
    const said = [...cells].map(([at, cell]) => [heads.split(';')[at] ?? '', cell] as const)
    const ofTheBox = said.filter(([head]) => !['latitud', 'longitud', 'altura'].includes(head))
    const geometry = { type: 'Point', coordinates: [-3.664, 40.389] }
    return { type: 'Feature', properties: { ...Object.fromEntries(ofTheBox), ...more }, geometry }
  }
  const placeOf = async (code: string) => {
    const kept = await ctoOf(code)
    return [kept?.['lat'], kept?.['lon']]
  }

  it('a number of a GeoJSON keeps its value, whatever its decimals', async () => {
    const [whole, thousandth] = [newCode(), newCode()]
    const lengths = [[whole, 2380] as const, [thousandth, 1.234] as const]
    const features = lengths.map(([code, length]) => feature(code, { 'metros alimentación': length }))
    const record = await load('cto', JSON.stringify({ type: 'FeatureCollection', features }))
    assert.deepEqual(codes(record), ['1 CREATED', '2 CREATED'])
    // Never 1234.
    assert.match(record.results[1]?.message ?? '', /1,234 se ha redondeado a 1\..*menor que 20/)
    assert.deepEqual(await placeOf(whole), [40.389, -3.664])
  })

  it('columns of a place go before the geometry', async () => {
    const code = newCode()
    const placed = feature(code, { latitud: 40.4, longitud: -3.7, OBJECTID: 7 })
    assert.deepEqual(codes(await load('cto', JSON.stringify(placed))), ['1 CREATED'])
    assert.deepEqual(await placeOf(code), [40.4, -3.7])
  })

  it('a half position is refused', async () => {
    const code = newCode()
    await boxes([box(code)])
    const { results } = await load('cto', `código;latitud\n${code};40,5\n`)
    assert.match(results[0]?.message ?? '', /Latitud y longitud van juntas/)
  })

  it('unknown columns are reported, and may be ignored by name; those of map programs are ignored', async () => {
    const code = newCode()
    const file = `${heads};color;fid;Shape_Length\n${box(code)};rojo;7;12,5\n`
    const refused = await send('cto', file, { preview: true })
    assert.deepEqual([refused.status, faultsOf(refused)], [422, ['color unknown']])
    assert.match(detailsOf(refused)[0]?.message ?? '', /ignorarla/)
    const record = await load('cto', file, { ignore_columns: ['color'] })
    assert.deepEqual(codes(record), ['2 CREATED'])
    assert.deepEqual(columnsOf(record.warnings, 'column', 'code', 'count'), [['color', 'ignored', 1], ['fid', 'ignored', 1], ['Shape_Length', 'ignored', 1]]) // prettier-ignore
    const without = await send('cto', `${heads}\n${box(code)}\n`, { ignore_columns: ['código'] })
    assert.equal(without.status, 422, 'a column that is needed cannot be left out')
  })

  it('telephones are taken as people write them, in loads and calls alike', async () => {
    const written = ['600111222', '600 111 222', '+34 600 111 222', '0034600111222', '34600111222', '(+34) 600-111-222', '600.111.222', '600\u00a0111\u00a0222', '600111222.0', '+34 (0)600 111 222', '６００ １１１ ２２２', 'Tel. 600.11.12.22'] // prettier-ignore
    const ids = written.map(() => `RTEL-${unique()}`)
    const cto = await makeCto(server.db)
    const rows = written.map((phone, at) => `${ids[at]};alta;${cto.code};Ana;${phone}`)
    const { results } = await load('orders', ['orden;tipo;cto;contacto;teléfono', ...rows].join('\n'))
    assert.deepEqual(columnOf(results, 'code'), Array(ids.length).fill('CREATED'))
    for (const [at, id] of ids.entries()) assert.equal((await orderOf(id))?.contact?.phone, '+34600111222', written[at])
    for (const phone of written) {
      const external_order_id = `RTEL-${unique()}`
      const asked = { external_order_id, kind: 'alta', cto_id: cto.id, contact: { name: 'Ana', phone } }
      await server.done('admin_vno/orders/create', asked, admin)
      assert.equal((await orderOf(external_order_id))?.contact?.phone, '+34600111222', phone)
    }
  })

  it('a cell that depends on another is stored if it is there, or its row is reported', async () => {
    const id = `RVEL-${unique()}`
    const alone = await load('orders', `orden;tipo;bajada;subida\n${id};alta;600;300\n`)
    assert.match(alone.results[0]?.message ?? '', /down_mbps: .*«producto».* up_mbps: /)
    const homeless = await load('orders', `orden;tipo;número;municipio\n${id};alta;3;Madrid\n`)
    assert.match(homeless.results[0]?.message ?? '', /number: .*«calle»/)
    await load('orders', `orden;tipo;producto;bajada;calle;número\n${id};alta;FTTH;600;C/ Luna;3\n`)
    await load('orders', `orden;tipo;subida;piso\n${id};alta;300;2.º B\n`)
    const order = await orderOf(id)
    assert.deepEqual(order?.product, { code: 'FTTH', down_mbps: 600, up_mbps: 300 })
    assert.deepEqual(order.address, { street: 'C/ Luna', number: '3', floor: '2.º B' })
    const again = await load('orders', `orden;tipo;producto\n${id};alta;FTTH\n`)
    assert.deepEqual(codes(again), ['2 UNCHANGED'], 'an empty speed takes none away')
  })
})
