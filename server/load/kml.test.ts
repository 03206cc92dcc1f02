import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnOf } from '../test/answers.ts'
import { zipped } from '../test/geodata.ts'
import { noteCodes, readContent, refusalOf, refusedLines, type Read } from '../test/read-file.ts'
import { readKml, readKmz } from './kml.ts'

const codesOf = ({ rows }: Read) => rows.map(({ values }) => values['code'])
const placesOf = ({ rows }: Read) => rows.map(({ values }) => [values['lon'], values['lat']])

describe('a KML', () => {
  const data = (code: string) => `<ExtendedData><Data name="code"><value>${code}</value></Data></ExtendedData>`
  const point = '<Point><coordinates> -3.6643,40.3885,640 </coordinates></Point>'
  const document = (...placemarks: string[]) =>
    `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Red</name><Folder>${placemarks.map((one) => `<Placemark>${one}</Placemark>`).join('')}</Folder></Document></kml>`
  const line = '<LineString><coordinates>-3.6643,40.3885\n-3.6643,40.3895,0</coordinates></LineString>'
  const read = async (content: string) => await readContent(readKml, content)

  it('gives its extended data, its names, points and lines', async () => {
    const schema =
      '<ExtendedData><SchemaData schemaUrl="#a"><SimpleData name="code">B</SimpleData></SchemaData></ExtendedData>'
    const named = `<name>Caja &amp; más</name><styleUrl>#a</styleUrl>${data('<![CDATA[Peña]]>')}${point}`
    const multiple = `${data('C')}<MultiGeometry>${point}</MultiGeometry>`
    const found = await read(document(named, schema + line, multiple))
    assert.deepEqual(codesOf(found), ['Peña', 'B', 'C'])
    assert.deepEqual(placesOf(found), Array(3).fill(['-3.6643', '40.3885']))
    const values = columnOf(found.rows, 'values')
    assert.deepEqual(columnOf(values, 'name'), ['Caja & más', '', ''])
    assert.deepEqual(columnOf(values, 'length_m'), ['', '111', ''])
  })

  it('reports areas, several geometries and missing ones by line', async () => {
    const area =
      '<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,1 0,1</coordinates></LinearRing></outerBoundaryIs></Polygon>'
    const twice = `${data('C')}<MultiGeometry>${point}${point}</MultiGeometry>`
    const mixed = `${data('D')}<MultiGeometry>${point}${line}</MultiGeometry>`
    const found = await read(document(data('A') + point, data('B') + area, twice, mixed, data('E')))
    assert.deepEqual(refusedLines(found), [2, 3, 4])
    assert.deepEqual(noteCodes(found), ['no_geometry'])
  })

  it('is read from a KMZ, and refused with several documents', async () => {
    const kml = document(data('A') + point)
    assert.deepEqual(codesOf(await readContent(readKmz, await zipped({ 'doc.kml': kml, 'files/a.png': 'x' }))), ['A'])
    assert.equal((await refusalOf(readContent(readKmz, await zipped({ 'a.kml': kml, 'b.kml': kml })))).code, 'layers')
  })

  it('is refused with a DTD, without end, or when it is no KML', async () => {
    const bomb = '<!DOCTYPE kml [<!ENTITY a "aaaa">]>'
    assert.equal((await refusalOf(read(bomb + document(`<name>&a;</name>${point}`)))).code, 'broken')
    assert.equal((await refusalOf(read(document(data('A') + point).slice(0, -9)))).code, 'broken')
    assert.equal((await refusalOf(read('<a>1</a>'))).code, 'format')
    assert.equal((await refusalOf(read(document('<a>'.repeat(100) + '</a>'.repeat(100))))).code, 'broken')
    const long = await read(document(data('x'.repeat(400_000)) + point, data('B') + point))
    assert.deepEqual(refusedLines(long), [1])
  })
})
