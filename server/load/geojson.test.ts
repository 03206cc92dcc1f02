import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { columnOf, columnsOf } from '../test/answers.ts'
import { cellsOf, noteCodes, readContent, refusalOf, refusedLines, type Read } from '../test/read-file.ts'
import { readGeojson } from './geojson.ts'

const read = async (content: unknown) =>
  await readContent(
    readGeojson,
    typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
  )
const here = [-3.6643, 40.3885] as const
const feature = (code: string, geometry: unknown = { type: 'Point', coordinates: here }) => ({
  type: 'Feature',
  properties: { code },
  geometry,
})
const collection = (features: unknown[], more: object = {}) => ({ type: 'FeatureCollection', ...more, features })
const crs = (name: string) => ({ crs: { type: 'name', properties: { name } } })
const codesOf = ({ rows }: Read) => columnOf(columnOf(rows, 'values'), 'code')
/** Place of its only row. */
async function placeOf(content: unknown): Promise<[lon: number, lat: number]> {
  const { rows } = await read(content)
  assert.equal(rows[0]?.refusal, undefined)
  return [Number(rows[0]?.values['lon']), Number(rows[0]?.values['lat'])]
}

describe('geometries of a GeoJSON', () => {
  it('that are one point or one line are taken, however they are wrapped', async () => {
    const line = [here, [-3.6643, 40.3895]]
    for (const geometry of [
      { type: 'Point', coordinates: [...here, 640.5] },
      { type: 'Point', coordinates: here.map(String) },
      { type: 'MultiPoint', coordinates: [here] },
      { type: 'LineString', coordinates: line },
      { type: 'MultiLineString', coordinates: [line] },
      { type: 'LineString', coordinates: line.map((point) => [...point, 0]) },
    ]) {
      const { rows } = await read(collection([feature('A', geometry)]))
      const [{ values, refusal } = { values: {} as Record<string, string>, refusal: 'none' }] = rows
      assert.deepEqual([refusal, values['lat'], values['lon']], [undefined, '40.3885', '-3.6643'], geometry.type)
      assert.equal(values['length_m'], geometry.type.endsWith('LineString') ? '111' : undefined)
    }
  })

  it('other geometries are reported by line, and affect no other', async () => {
    const odd = [
      { type: 'MultiPoint', coordinates: [here, here] },
      { type: 'MultiLineString', coordinates: Array(2).fill([here, here]) },
      { type: 'Polygon', coordinates: [[here, here, here]] },
      { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: here }] },
      { type: 'LineString', coordinates: [here] },
      { type: 'Point', coordinates: ['a', 'b'] },
      { type: 'Point', coordinates: { x: 1 } },
      { type: 'Point', coordinates: [null, null] },
      { type: 'Point', coordinates: [443_640, 4_471_420] },
      'POINT(1 2)',
    ]
    const odds = odd.map((one, i) => feature(`B${i}`, one))
    const found = await read(collection([feature('A'), ...odds, feature('C'), ...Array(9).fill(feature('D'))]))
    const lines = odd.map((_, i) => i + 2)
    assert.deepEqual(refusedLines(found), lines)
    assert.deepEqual(codesOf(found).slice(0, 3), ['A', 'B0', 'B1'])
    for (const { refusal } of found.rows) if (refusal !== undefined) assert.match(refusal, /^[A-ZÁÉÍÓÚ].*\.$/)
  })

  it('that are empty leave the place unknown, with a note of their lines', async () => {
    const hollow = { Point: [], MultiPoint: [], LineString: [[]] }
    const empty = [null, ...Object.entries(hollow).map(([type, coordinates]) => ({ type, coordinates }))]
    const found = await read(collection([...empty.map((one, i) => feature(`E${i}`, one)), feature('A')]))
    assert.deepEqual(refusedLines(found), [])
    assert.deepEqual(columnOf(columnOf(found.rows, 'values'), 'lat'), ['', '', '', '', '40.3885'])
    assert.deepEqual(columnsOf(found.notes, 'code', 'lines'), [['no_geometry', [1, 2, 3, 4]]])
  })

  it('with latitude and longitude the wrong way round are noted', async () => {
    const swapped = [[40.3885, -3.6643], [28.1, -15.4]].map((coordinates) => feature('B', { type: 'Point', coordinates })) // prettier-ignore
    const { notes } = await read(collection([feature('A'), ...swapped]))
    assert.deepEqual(columnsOf(notes, 'code', 'lines'), [['swapped', [2, 3]]])
  })
})

describe('the coordinate system of a GeoJSON', () => {
  const utm = { type: 'Point', coordinates: [443_640, 4_471_420] }
  it('is found at any position and in any notation', async () => {
    const said = [
      { features: [feature('A', utm)], ...crs('urn:ogc:def:crs:EPSG::25830') },
      { ...crs('EPSG:25830'), features: [feature('A', utm)] },
      { crs: { type: 'EPSG', properties: { code: 25_830 } }, features: [feature('A', utm)] },
      { coordRefSys: 'http://www.opengis.net/def/crs/EPSG/0/25830', features: [feature('A', utm)] },
      { features: [{ ...feature('A', utm), ...crs('EPSG:25830') }] },
    ]
    for (const one of said) {
      const [lon, lat] = await placeOf({ type: 'FeatureCollection', ...one })
      assert.ok(Math.abs(lat - 40.39147) < 1e-5 && Math.abs(lon + 3.66407) < 1e-5, `${lon} ${lat}`)
    }
    assert.deepEqual(noteCodes(await read(collection([feature('A', utm)], crs('EPSG:25830')))), ['crs'])
  })

  it('ED50 is converted, with a note of its accuracy', async () => {
    const found = await read(collection([feature('A')], crs('urn:ogc:def:crs:EPSG::4230')))
    assert.deepEqual([found.rows[0]?.values['lat'], found.rows[0]?.values['lon']], ['40.3873192', '-3.6656035'])
    assert.deepEqual(noteCodes(found), ['crs_shift'])
    assert.match(found.notes[0]?.message ?? '', /ED50.* 2 m/)
  })

  it('is WGS84 without a word, and in every way of saying so', async () => {
    for (const more of [{}, { crs: null }, crs('urn:ogc:def:crs:OGC:1.3:CRS84'), crs('EPSG:4326'), crs('EPSG:4258')]) {
      const found = await read(collection([feature('A')], more))
      assert.deepEqual([found.rows[0]?.values['lat'], found.notes], ['40.3885', []])
    }
  })

  it('if unknown the file is refused, naming it', async () => {
    for (const [more, name] of [
      [crs('EPSG:2062'), 'EPSG:2062'],
      [crs('urn:ogc:def:crs:EPSG::3042'), '3042'],
      [{ crs: { type: 'link', properties: { href: 'http://a.test/x', type: 'proj4' } } }, 'http://a.test/x'],
      [crs('Mi sistema local'), 'Mi sistema local'],
    ] as const) {
      const { code, message } = await refusalOf(read(collection([feature('A', utm)], more)))
      assert.equal(code, 'crs')
      assert.ok(message.includes(name) && message.includes('EPSG:4326'), message)
    }
  })

  it('if missing with coordinates in metres the file is refused, with the likely one and the remedy', async () => {
    for (const more of [{}, crs('OGC:CRS84')]) {
      const { code, message } = await refusalOf(read(collection([feature('A', utm), feature('B', null)], more)))
      assert.equal(code, 'crs_metres')
      assert.match(message, /EPSG:25830.*EPSG:4326/)
    }
  })
})

describe('the form of a GeoJSON', () => {
  const lines = ['A', 'B', 'C'].map((code) => JSON.stringify(feature(code)))
  it('may be a collection, one feature, one feature a line, a sequence, or features one after the other', async () => {
    const pretty = ['A', 'B', 'C'].map((code) => JSON.stringify(feature(code), null, 2))
    for (const content of [
      JSON.stringify(collection(['A', 'B', 'C'].map((code) => feature(code)))),
      `\uFEFF${JSON.stringify(collection(['A', 'B', 'C'].map((code) => feature(code))), null, 1)}\n`,
      lines.join('\n'),
      `${lines.join('\r\n')}\r\n\r\n`,
      lines.map((one) => `\x1e${one}\n`).join(''),
      pretty.map((one) => `\x1e${one}\n`).join(''),
      pretty.join('\n'),
      Buffer.from(`\uFEFF${lines.join('\n')}`, 'utf16le'),
      `{"type":"FeatureCollection","features":[\n${lines.join(',\n')}\n]}`,
    ])
      assert.deepEqual(codesOf(await read(content)), ['A', 'B', 'C'])
    assert.deepEqual(codesOf(await read(lines[0])), ['A'])
  })

  it('broken in one place loses only that feature', async () => {
    const numbers = ['{"n":NaN}', '{"n":01}'].map((one) => `{"type":"Feature","properties":${one},"geometry":null}`)
    const bad = [...numbers, '{"type":"Feature",}', '{"a":1}', 'null', '7']
    for (const one of bad) {
      const inside = await read(`{"type":"FeatureCollection","features":[${lines[0]},${one},${lines[1]}]}`)
      assert.deepEqual([codesOf(inside), refusedLines(inside)], [['A', '', 'B'], [2]], one)
    }
    const open = ['{"type":"Feature","properties":{"a":[1', '{"type":"Feature","properties":{"a":"x']
    for (const one of [...bad.slice(0, 4), ...open]) {
      const line = await read([lines[0], one, lines[1]].join('\n'))
      assert.deepEqual([codesOf(line), refusedLines(line)], [['A', '', 'B'], [2]], one)
    }
  })

  it('with a member twice takes the last, and with one of another’s name is not misled', async () => {
    const twice = '{"type":"Feature","properties":{"code":"X","code":"A"},"geometry":null}'
    assert.deepEqual(codesOf(await read(`{"type":"FeatureCollection","features":[${twice}]}`)), ['A'])
    const named = { name: 'features', note: '"features": [{', meta: { features: [1] }, a: ['features', [2]] }
    const misleading = { type: 'FeatureCollection', ...named, features: [feature('A')] }
    assert.deepEqual(codesOf(await read(misleading)), ['A'])
  })

  it('that is another kind of JSON is refused by its name', async () => {
    const topology = await refusalOf(read({ type: 'Topology', objects: {}, arcs: [] }))
    assert.deepEqual([topology.code, topology.message.includes('TopoJSON')], ['stranger', true])
    const features = [{ attributes: {}, geometry: { x: 1, y: 2 } }]
    const esri = await refusalOf(read({ geometryType: 'esriGeometryPoint', features }))
    assert.match(esri.message, /ArcGIS/)
    assert.equal((await refusalOf(read({ type: 'Point', coordinates: here }))).code, 'format')
    assert.equal((await refusalOf(read('{"type":"FeatureCollection","features":[]} x'))).code, 'broken')
  })
})

describe('a hostile GeoJSON', () => {
  const inside = (value: string) =>
    `{"type":"FeatureCollection","features":[${JSON.stringify(feature('A'))},${value},${JSON.stringify(feature('B'))}]}`
  it('nested too deeply is reported by feature, wherever it is', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    for (const value of [
      `{"type":"Feature","properties":{"code":${deep}},"geometry":null}`,
      `{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":${deep}}}`,
      deep,
    ]) {
      const found = await read(inside(value))
      assert.deepEqual([codesOf(found), refusedLines(found)], [['A', '', 'B'], [2]])
    }
    await refusalOf(read('['.repeat(100_000)))
    await refusalOf(read('{"a":'.repeat(100_000)))
    await refusalOf(read(`{"type":"Feature","properties":${'{"a":'.repeat(1000)}1${'}'.repeat(1000)},"geometry":null}`))
  })

  it('with an endless feature or text loses only that feature', async () => {
    const long = JSON.stringify({ type: 'Feature', properties: { code: 'x'.repeat(8 << 20) }, geometry: null })
    const found = await read(inside(long))
    assert.deepEqual([codesOf(found), refusedLines(found)], [['A', '', 'B'], [2]])
    await refusalOf(read(`{"type":"FeatureCollection","note":"${'x'.repeat(1 << 20)}","features":[]}`))
  })

  it('with too many names of properties is refused', async () => {
    const many = Array.from({ length: 200 }, (_, i) => ({ ...feature('A'), properties: { [`p${i}`]: 1 } }))
    assert.equal((await refusalOf(read(collection(many)))).code, 'columns')
  })
})

it('a GeoJSON is split as JSON.parse would read it, for any chunk boundaries', async () => {
  const named = fc.dictionary(
    fc.constantFrom('a', 'ñ', 'features', '"'),
    fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string()),
  )
  const properties = named.map((more) => ({ code: 'C', ...more }))
  const one = fc.record({ type: fc.constant('Feature'), properties, geometry: fc.constant(null) })
  const made = fc.record({
    features: fc.array(one, { minLength: 1, maxLength: 6 }),
    more: fc.jsonValue({ maxDepth: 3 }),
    space: fc.integer({ min: 0, max: 2 }),
  })
  await fc.assert(
    fc.asyncProperty(made, async ({ features, more, space }) => {
      const content = JSON.stringify({ type: 'FeatureCollection', more, features }, null, space)
      const theirs = (JSON.parse(content) as { features: { properties: Record<string, unknown> }[] }).features
      const found = await read(content)
      const text = (value: unknown) =>
        (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)).trim()
      const heads = [...new Set(theirs.flatMap((row) => Object.keys(row.properties)))]
      const cell = (value: unknown) => (value === undefined ? '' : text(value))
      const expected = theirs.map(({ properties }) => heads.map((head) => cell(properties[head])))
      assert.deepEqual(cellsOf(found), expected)
    }),
    { numRuns: 200 },
  )
})
