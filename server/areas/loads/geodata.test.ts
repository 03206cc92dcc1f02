/** Boxes from GIS geodata through the load API. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Cto } from '@hilo/contract/ctos.ts'
import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, unique, type TestSession } from '../../test/factories.ts'
import { geopackageOf, blobOf, dbfOf, shpOf, zipped } from '../../test/geodata.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'

const outsideCode = (n: number, exchange: string) => `28079-${exchange}-${String(n).padStart(4, '0')}-01`

describe('geodata in inventory/load', () => {
  let server: TestServer
  let neutral: TestSession
  let admin: TestSession
  let pon = ''
  const exchange = `G${unique().toUpperCase()}`.slice(0, 12)
  before(async () => {
    server = await startTestServer({ HILO_DEMO: '0' })
    neutral = await makeSession(server.db, await makeOperator(server.db))
    admin = await makeSession(server.db, await makeAdmin(server.db, { vno: await makeVno(server.db) }))
    const olt = `${exchange}-OLT01`
    await load({ kind: 'olt' }, `código;fabricante;modelo;clase óptica\n${olt};Huawei;MA5800;C+\n`)
    await load({ kind: 'pon' }, `code,tx_dbm\n${olt}/1/7/3,"4,5"\n`)
    pon = `${olt}/1/7/3`
  })
  after(() => server.close())

  const send = async (query: object, file: string | Uint8Array) =>
    await server.call('admin_vno/inventory/load', query, { session: neutral, files: { file: Buffer.from(file) } })
  async function load(query: object, file: string | Uint8Array): Promise<LoadAnswer['record']> {
    const answer = await send(query, file)
    assert.equal(answer.status, 200, answer.text)
    return (answer.body as LoadAnswer).record
  }
  const refusal = async (file: string | Uint8Array) => {
    const { status, body } = await send({ kind: 'cto' }, file)
    const [detail] = (body as { details?: { code: string; message: string }[] }).details ?? []
    return { status, code: detail?.code, message: detail?.message ?? '' }
  }
  const told = ({ results }: LoadAnswer['record']) => results.map(({ line, ok }) => [line, ok])
  const position = async (n: number) => {
    const query = { filter: { code: outsideCode(n, exchange) } }
    const { records } = (await server.call('admin_vno/ctos/get', query, { session: admin })).body as { records: Cto[] }
    return [records[0]?.position.lat, records[0]?.position.lon]
  }
  const box = (n: number) => ({
    código: outsideCode(n, exchange),
    tipo: 'fachada',
    'tipo de conexión': 'Fusión',
    puertos: 16,
    calle: 'C/ Peña Prieta',
    número: '38',
    'código postal': '28053',
    municipio: 'Madrid',
    'código ine': '28079',
    provincia: 'Madrid',
    pon,
    'divisor primario': 'S1',
    'metros alimentación': 2380,
  })
  const feature = (n: number, geometry: object | null) => ({ type: 'Feature', properties: box(n), geometry })
  const collection = (features: object[], more: object = {}) =>
    JSON.stringify({ type: 'FeatureCollection', ...more, features })
  const point = (...coordinates: number[]) => ({ type: 'Point', coordinates })
  const crs = (name: string) => ({ crs: { type: 'name', properties: { name } } })

  it('places a box from ETRS89 / UTM and moves one from ED50', async () => {
    await load({ kind: 'cto' }, collection([feature(1, point(443_640, 4_471_420))], crs('urn:ogc:def:crs:EPSG::25830')))
    assert.deepEqual(await position(1), [40.3914728, -3.6640701])
    const moved = await load(
      { kind: 'cto' },
      collection([feature(2, point(-3.6643, 40.3885))], crs('urn:ogc:def:crs:EPSG::4230')),
    )
    assert.ok(moved.warnings.some(({ code, message }) => code === 'crs_shift' && /ED50.* 2 m/.test(message)))
    assert.deepEqual(await position(2), [40.3873192, -3.6656035])
  })

  it('stores the good boxes and reports the others by line', async () => {
    const several = {
      type: 'MultiPoint',
      coordinates: [
        [-3.66, 40.38],
        [-3.67, 40.39],
      ],
    }
    const features = [
      feature(3, { type: 'MultiPoint', coordinates: [[-3.6643, 40.3885]] }),
      feature(4, several),
      feature(5, null),
      feature(6, point()),
      feature(7, point(-3.6643, 40.3885)),
    ]
    const record = await load({ kind: 'cto' }, collection(features))
    assert.deepEqual(told(record), [
      [1, true],
      [2, false],
      [3, false],
      [4, false],
      [5, true],
    ])
    assert.deepEqual(await position(3), [40.3885, -3.6643])
  })

  it('prefers position columns to the geometry', async () => {
    const own = {
      ...feature(10, point(-3.6643, 40.3885)),
      properties: { ...box(10), latitud: 40.4, longitud: -3.7, OBJECTID: 7 },
    }
    assert.deepEqual(told(await load({ kind: 'cto' }, collection([own]))), [[1, true]])
    assert.deepEqual(await position(10), [40.4, -3.7])
  })

  it('refuses a file of an unknown coordinate system, or in metres without one, with the remedy', async () => {
    const unknown = await refusal(collection([feature(8, point(1, 2))], crs('EPSG:2062')))
    assert.deepEqual([unknown.status, unknown.code], [422, 'crs'])
    assert.match(unknown.message, /EPSG:2062.*EPSG:4326/)
    const metres = await refusal(collection([feature(8, point(443_640, 4_471_420))]))
    assert.deepEqual([metres.status, metres.code], [422, 'crs_metres'])
    assert.match(metres.message, /EPSG:25830/)
  })

  it('answers a GeoJSON of any depth with its feature, never with a failure', async () => {
    const deep = `{"type":"Feature","properties":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)},"geometry":null}`
    const good = JSON.stringify(feature(9, point(-3.6643, 40.3885)))
    const record = await load({ kind: 'cto' }, `{"type":"FeatureCollection","features":[${deep},${good}]}`)
    assert.deepEqual(told(record), [
      [1, false],
      [2, true],
    ])
    for (const file of [`{"a":${'['.repeat(200_000)}`, `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`])
      assert.equal((await refusal(file)).status, 422)
  })

  it('makes boxes of a KML, a shapefile and a GeoPackage', async () => {
    const data = Object.entries(box(11)).map(([name, value]) => `<Data name="${name}"><value>${value}</value></Data>`)
    const place = '<Point><coordinates>-3.6643,40.3885,0</coordinates></Point>'
    const kml = `<kml><Placemark><name>X</name><ExtendedData>${data.join('')}</ExtendedData>${place}</Placemark></kml>`
    assert.deepEqual(told(await load({ kind: 'cto' }, kml)), [[1, true]])
    const short: Record<string, string> = {
      ...{ code: outsideCode(12, exchange), tipo: 'fachada', conexion: 'Fusion', puertos: '16', calle: 'Peña' },
      ...{ cp: '28053', municipio: 'Madrid', ine: '28079', provincia: 'Madrid', pon, divisor: 'S1', feeder_m: '2380' },
    }
    const fields = Object.keys(short).map((name) => ({ name, type: 'C' as const, length: 40 }))
    const shapefile = await zipped({
      'cajas.shp': shpOf(1, [[443_640, 4_471_420]]),
      'cajas.dbf': dbfOf(fields, [Object.values(short)]),
      'cajas.prj': 'PROJCS["ETRS_1989_UTM_Zone_30N",GEOGCS["GCS_ETRS_1989"]]',
    })
    assert.deepEqual(told(await load({ kind: 'cto' }, shapefile)), [[1, true]])
    const columns = Object.keys(short)
    const geopackage = await geopackageOf(25_830, ['cajas'], (db) => {
      db.exec(
        `create table cajas (fid integer primary key, geom blob, ${columns.map((name) => `${name} text`).join(', ')})`,
      )
      const values = { ...short, code: outsideCode(13, exchange) }
      db.prepare(`insert into cajas (geom, ${columns.join(', ')}) values (?${', ?'.repeat(columns.length)})`).run(
        blobOf([443_640, 4_471_420]),
        ...Object.values(values),
      )
    })
    assert.deepEqual(told(await load({ kind: 'cto' }, geopackage)), [[1, true]])
    assert.deepEqual(await position(11), [40.3885, -3.6643])
    assert.deepEqual(
      [await position(12), await position(13)],
      [
        [40.3914728, -3.6640701],
        [40.3914728, -3.6640701],
      ],
    )
  })

  it('detects the encoding of a CSV line by line, and skips only the row with broken quotes', async () => {
    const heads =
      'code;label;type;connection_type;ports_total;street;postal_code;municipality;ine_code;province;lat;lon;feeder_m;pon_code;splitter1_code'
    const row = (n: number, street: string) =>
      `${outsideCode(n, exchange)};;fachada;0;16;${street};28053;Madrid;28079;Madrid;40,3885;-3,6643;2380;${pon};S1`
    const lines = [
      Buffer.from(`sep=;\n${heads}\n${row(21, 'C/ Peña')}\n`),
      Buffer.from(`${row(22, 'C/ Muñoz')}\n${row(23, '"C/ Sol')}\n`, 'latin1'),
      Buffer.from(row(24, 'C/ Núñez')),
    ]
    const record = await load({ kind: 'cto' }, Buffer.concat(lines))
    assert.deepEqual(told(record), [
      [3, true],
      [4, true],
      [5, false],
      [6, true],
    ])
    const query = { filter: { code: outsideCode(22, exchange) } }
    const { records } = (await server.call('admin_vno/ctos/get', query, { session: admin })).body as { records: Cto[] }
    assert.equal(records[0]?.address.street, 'C/ Muñoz')
  })
})
