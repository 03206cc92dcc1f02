/** Properties of map files that stand beside those that the format always writes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { featureTable, type Feature } from './features.ts'
import { readContent } from '../test/read-file.ts'
import { readGeojson } from './geojson.ts'
import { readKml } from './kml.ts'

const here = { type: 'Point', coordinates: [-3.6643, 40.3885] }

describe('a property that the format always writes', () => {
  const table = async (properties: Feature['properties']) =>
    await featureTable({
      features: async function* () {
        yield await Promise.resolve([{ properties, geometry: here }])
      },
      crs: () => null,
      spare: ['name'],
    })

  it('gives way to one whose name differs in form only, which may be unused as well', async () => {
    for (const other of ['Name', 'NAME', 'náme']) {
      const { heads, derived } = await table([['name', 'A'], [other, 'B']]) // prettier-ignore
      assert.deepEqual([heads, derived], [['lat', 'lon', other], ['lat', 'lon', other]], other) // prettier-ignore
    }
    assert.deepEqual((await table([['name', 'A']])).derived, ['lat', 'lon', 'name'])
    assert.deepEqual((await table([['code', 'A']])).derived, ['lat', 'lon'])
  })

  it('of a place gives way with its type', async () => {
    const content = { type: 'Feature', properties: { lat: '40,1', LON: '-3,1' }, geometry: here }
    const { heads, rows } = await readContent(readGeojson, JSON.stringify(content))
    assert.deepEqual([heads, rows[0]?.values, rows[0]?.types], [['lat', 'LON'], { lat: '40,1', LON: '-3,1' }, {}])
  })

  it('in a KML is its name', async () => {
    const data = '<ExtendedData><Data name="Name"><value>B</value></Data></ExtendedData>'
    const { rows } = await readContent(readKml, `<kml><Placemark><name>A</name>${data}</Placemark></kml>`)
    assert.deepEqual(rows[0]?.values, { Name: 'B' })
  })
})

describe('the id of a GeoJSON feature', () => {
  const read = async (...features: object[]) => {
    const whole = features.map((one) => ({ type: 'Feature', properties: { a: 1 }, geometry: null, ...one }))
    const { heads, rows } = await readContent(
      readGeojson,
      JSON.stringify({ type: 'FeatureCollection', features: whole }),
    )
    return { heads, ids: rows.map(({ values }) => values['@id']), types: rows[0]?.types }
  }

  it('is the property @id, as text', async () => {
    assert.deepEqual(await read({ id: 'A' }, {}), { heads: ['@id', 'a'], ids: ['A', ''], types: { a: 'number' } })
    assert.deepEqual(await read({ id: 7 }), { heads: ['@id', 'a'], ids: ['7'], types: { a: 'number' } })
  })

  it('is left out where no feature has one, or a property is called so', async () => {
    assert.deepEqual((await read({})).heads, ['a'])
    for (const name of ['id', 'ID', 'Id']) assert.deepEqual((await read({ id: 7, properties: { [name]: 'A' } })).heads, [name]) // prettier-ignore
    assert.deepEqual((await read({ id: 7, properties: { '@id': 'node/7' } })).ids, ['node/7'])
  })
})
