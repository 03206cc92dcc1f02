/** Real-world tables through the API: values stored, refused and warned about. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Cto } from '@hilo/contract/ctos.ts'
import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import type { Order } from '@hilo/contract/orders/orders.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, unique, type TestSession } from '../../test/factories.ts'
import { startTestServer, type Answer, type TestServer } from '../../test/harness.ts'
import { makeCto } from '../../test/plant-factories.ts'

const place = 'C/ Peña Prieta;38;28053;Madrid;28079;Madrid'
const heads =
  'código;pon;tipo;conexión;puertos;calle;número;cp;municipio;ine;provincia;latitud;longitud;precisión;altura;divisor;metros alimentación;notas de acceso'

describe('tables as they are sent', () => {
  let server: TestServer
  let neutral: TestSession
  let admin: TestSession
  let pon = ''
  before(async () => {
    server = await startTestServer({ HILO_DEMO: '0' })
    neutral = await makeSession(server.db, await makeOperator(server.db))
    admin = await makeSession(server.db, await makeAdmin(server.db, { vno: await makeVno(server.db) }))
    const olt = `X${unique().toUpperCase()}-OLT01`.slice(-20)
    await loaded({ kind: 'olt' }, `código;fabricante;modelo;clase óptica\n${olt};Huawei;MA5800;C+\n`)
    await loaded({ kind: 'pon' }, `code,tx_dbm\n${olt}/1/7/3,"4,5"\n`)
    pon = `${olt}/1/7/3`
  })
  after(() => server.close())

  const send = async (query: object, file: string, path: 'inventory' | 'orders' = 'inventory'): Promise<Answer> =>
    await server.call(`admin_vno/${path}/load`, query, {
      session: path === 'orders' ? admin : neutral,
      files: { file: Buffer.from(file) },
    })
  const loaded = async (query: object, file: string, path: 'inventory' | 'orders' = 'inventory') => {
    const answer = await send(query, file, path)
    assert.equal(answer.status, 200, answer.text)
    return (answer.body as LoadAnswer).record
  }
  /** A box row with some cells replaced by name. */
  const box = (code: string, over: Record<string, string> = {}) => {
    const usual = `${code};${pon};fachada;Fusión;16;${place};40,3885;-3,6643;5;3,2;S1;2380;`.split(';')
    return heads
      .split(';')
      .map((head, at) => over[head] ?? usual[at])
      .join(';')
  }
  const boxes = async (rows: string[], query: object = {}) =>
    await loaded({ kind: 'cto', ...query }, [heads, ...rows].join('\n'))
  const ctoOf = async (code: string) => {
    const { body } = await server.call('admin_vno/ctos/get', { filter: { code } }, { session: neutral })
    return (body as { records: Cto[] }).records[0]
  }
  const orderOf = async (external_order_id: string) => {
    const { body } = await server.call('admin_vno/orders/get', { filter: { external_order_id } }, { session: admin })
    return (body as { records: Order[] }).records[0]
  }
  const codeOf = () => `28079-${unique().toUpperCase()}`

  it('thousands are thousands', async () => {
    const codes = [codeOf(), codeOf(), codeOf(), codeOf()]
    const metres = ['2.000', '2.380', '12.000', '2380,0']
    const rows = codes.map((code, at) => box(code, { 'metros alimentación': metres[at] ?? '', precisión: '1.000' }))
    const { warnings } = await boxes(rows)
    const kept = await Promise.all(codes.map(ctoOf))
    assert.deepEqual(kept.map((one) => one?.upstream.feeder_m), [2000, 2380, 12_000, 2380]) // prettier-ignore
    assert.equal(kept[2]?.position.accuracy_m, 1000)
    const thousands = warnings.find(({ column, code }) => column === 'feeder_m' && code === 'thousands')
    assert.deepEqual([thousands?.count, thousands?.lines], [3, [2, 3, 4]])
    assert.match(thousands?.message ?? '', /^3 celdas de «metros alimentación»/)
  })

  it('a preview shows each row as it would be stored, and the cells of a refused one', async () => {
    const [good, bad] = [codeOf().toLowerCase(), codeOf()]
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
    const rows = [codeOf(), codeOf()].map((code) => box(code, { altura: '45' }))
    const { warnings, rows_ok } = await boxes(rows)
    assert.equal(rows_ok, 2)
    assert.ok(warnings.some(({ message }) => message === '2 celdas de «altura» mayores que 12'))
    const orders = ['orden;tipo;producto;bajada', `R-${unique()};alta;FTTH;6`, `R-${unique()};alta;FTTH;600`]
    const said = await loaded({}, orders.join('\n'), 'orders')
    assert.deepEqual(said.warnings.map(({ message }) => message), ['1 celda de «bajada» menor que 10']) // prettier-ignore
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
    const { results, warnings } = await boxes(wrong.map(([over]) => box(codeOf(), over)))
    for (const [at, [, code, said]] of wrong.entries()) {
      assert.deepEqual([results[at]?.ok, results[at]?.warned], [true, true], code)
      assert.match(results[at]?.message ?? '', said)
      assert.ok(
        warnings.some((one) => one.code === code && one.lines.includes(at + 2)),
        code,
      )
    }
    const fine = await boxes([box(codeOf())])
    assert.deepEqual([fine.warnings, fine.results[0]?.warned], [[], undefined])
  })

  it('codes of provinces that there are not are refused', async () => {
    for (const over of [{ ine: '99999' }, { ine: '00079' }, { ine: '53001' }, { cp: '99001' }, { cp: '00001' }]) {
      const { results } = await boxes([box(codeOf(), over)])
      assert.equal(results[0]?.code, 'VALIDATION', JSON.stringify(over))
    }
  })

  it('a number of a GeoJSON keeps its value, whatever its decimals', async () => {
    const feature = (feeder: number, code: string) => {
      const [usual, cells] = [heads.split(';'), box(code).split(';')]
      const said = usual.flatMap((head, at) =>
        /^(latitud|longitud|altura)$/.test(head) ? [] : [[head, cells[at] ?? '']],
      )
      const properties = { ...Object.fromEntries(said), 'metros alimentación': feeder }
      return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [-3.664, 40.389] } }
    }
    const [whole, thousandth] = [codeOf(), codeOf()]
    const features = [feature(2380, whole), feature(1.234, thousandth)]
    const { results } = await loaded({ kind: 'cto' }, JSON.stringify({ type: 'FeatureCollection', features }))
    assert.deepEqual(results.map(({ code }) => code), ['CREATED', 'CREATED']) // prettier-ignore
    // Never 1234.
    assert.match(results[1]?.message ?? '', /1,234 se ha redondeado a 1\..*menor que 20/)
    const { position } = (await ctoOf(whole)) ?? {}
    assert.deepEqual([position?.lat, position?.lon], [40.389, -3.664])
  })

  it('a half position is refused', async () => {
    const code = codeOf()
    await boxes([box(code)])
    const { results } = await loaded({ kind: 'cto' }, `código;latitud\n${code};40,5\n`)
    assert.match(results[0]?.message ?? '', /Latitud y longitud van juntas/)
  })

  it('spreadsheet errors refuse their row; words for "none" are warned about in text columns', async () => {
    const rows = [
      box(codeOf(), { calle: '#¡REF!' }),
      box(codeOf(), { provincia: '#¿NOMBRE?' }),
      box(codeOf(), { municipio: 'N/A', 'notas de acceso': '-' }),
    ]
    const { results, warnings } = await boxes(rows)
    assert.deepEqual(results.map(({ ok }) => ok), [false, false, true]) // prettier-ignore
    assert.match(results[0]?.message ?? '', /street: «#¡REF!» es un error/)
    assert.deepEqual(warnings.map(({ column, code }) => [column, code]), [['municipality', 'placeholder'], ['access_notes', 'placeholder']]) // prettier-ignore
  })

  it('unknown columns are reported, and may be ignored by name; those of map programs are ignored', async () => {
    const code = codeOf()
    const file = `${heads};color;fid;Shape_Length\n${box(code)};rojo;7;12,5\n`
    const refused = await send({ kind: 'cto', preview: true }, file)
    assert.equal(refused.status, 422)
    const { details } = refused.body as { details: { field: string; code: string; message: string }[] }
    assert.deepEqual(details.map(({ field, code: why }) => [field, why]), [['color', 'unknown']]) // prettier-ignore
    assert.match(details[0]?.message ?? '', /ignorarla/)
    const { results, warnings } = await loaded({ kind: 'cto', ignore_columns: ['color'] }, file)
    assert.equal(results[0]?.code, 'CREATED')
    assert.deepEqual(warnings.map(({ column, code: why, count }) => [column, why, count]), [['color', 'ignored', 1], ['fid', 'ignored', 1], ['Shape_Length', 'ignored', 1]]) // prettier-ignore
    const without = await send({ kind: 'cto', ignore_columns: ['código'] }, `${heads}\n${box(code)}\n`)
    assert.equal(without.status, 422, 'a column that is needed cannot be left out')
  })

  it('telephones are taken as people write them, in loads and calls alike', async () => {
    const written = ['600111222', '600 111 222', '+34 600 111 222', '0034600111222', '34600111222', '(+34) 600-111-222', '600.111.222', '600\u00a0111\u00a0222', '600111222.0'] // prettier-ignore
    const ids = written.map(() => `RTEL-${unique()}`)
    const cto = await makeCto(server.db)
    const rows = written.map((phone, at) => `${ids[at]};alta;${cto.code};Ana;${phone}`)
    const { results } = await loaded({}, ['orden;tipo;cto;contacto;teléfono', ...rows].join('\n'), 'orders')
    assert.deepEqual(results.map(({ code }) => code), ids.map(() => 'CREATED')) // prettier-ignore
    for (const [at, id] of ids.entries()) assert.equal((await orderOf(id))?.contact?.phone, '+34600111222', written[at])
    for (const phone of written) {
      const asked = {
        external_order_id: `RTEL-${unique()}`,
        kind: 'alta',
        cto_id: cto.id,
        contact: { name: 'Ana', phone },
      }
      const answer = await server.call('admin_vno/orders/create', asked, { session: admin })
      assert.equal(answer.status, 200, `${phone} ${answer.text}`)
      assert.equal((await orderOf(asked.external_order_id))?.contact?.phone, '+34600111222')
    }
  })

  it('a cell that depends on another is stored if it is there, or its row is reported', async () => {
    const id = `RVEL-${unique()}`
    const alone = await loaded({}, `orden;tipo;bajada;subida\n${id};alta;600;300\n`, 'orders')
    assert.match(alone.results[0]?.message ?? '', /down_mbps: .*«producto».* up_mbps: /)
    const homeless = await loaded({}, `orden;tipo;número;municipio\n${id};alta;3;Madrid\n`, 'orders')
    assert.match(homeless.results[0]?.message ?? '', /number: .*«calle»/)
    await loaded({}, `orden;tipo;producto;bajada;calle;número\n${id};alta;FTTH;600;C/ Luna;3\n`, 'orders')
    await loaded({}, `orden;tipo;subida;piso\n${id};alta;300;2.º B\n`, 'orders')
    const order = await orderOf(id)
    assert.deepEqual(order?.product, { code: 'FTTH', down_mbps: 600, up_mbps: 300 })
    assert.deepEqual(order.address, { street: 'C/ Luna', number: '3', floor: '2.º B' })
    const again = await loaded({}, `orden;tipo;producto\n${id};alta;FTTH\n`, 'orders')
    assert.deepEqual(again.results.map(({ code }) => code), ['UNCHANGED'], 'an empty speed takes none away') // prettier-ignore
  })

  it('appointments are read as a Spanish spreadsheet writes them back', async () => {
    const cto = await makeCto(server.db, { ine_code: '28079' })
    const id = `RCITA-${unique()}`
    const file = `orden;tipo;cto;cita desde;cita hasta\n${id};alta;${cto.code};10/12/2026 10:00;10/12/2026 12:00:00\n`
    await loaded({}, file, 'orders')
    const { from, to } = (await orderOf(id))?.appointment ?? {}
    assert.deepEqual([from, to], ['2026-12-10T09:00:00.000Z', '2026-12-10T11:00:00.000Z'])
  })
})
