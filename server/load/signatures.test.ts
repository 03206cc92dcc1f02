import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { text } from '../kernel/texts.ts'
import { dbfOf, geopackageOf, shpOf, zipped } from '../test/geodata.ts'
import { refusalOf } from '../test/read-file.ts'
import { openTable, type TableKind } from './readers.ts'

const every: TableKind[] = ['csv', 'xlsx', 'geojson', 'kml', 'kmz', 'shapefile', 'geopackage']

describe('a file', () => {
  let folder = ''
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'hilo-signature-'))))
  after(() => rm(folder, { recursive: true }))
  const open = async (content: string | Uint8Array, kinds = every) => {
    const path = join(folder, 'file')
    await writeFile(path, content)
    return await openTable(path, kinds)
  }

  it('an unsupported format is refused by name, with the remedy', async () => {
    const gml = '<?xml version="1.0"?>\n<!-- x --><gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml">'
    const kinds: Record<string, (string | Buffer)[]> = {
      pdf: ['%PDF-1.7\n'],
      image: [Buffer.from('ffd8ffe0', 'hex'), Buffer.from('89504e470d0a1a0a', 'hex'), 'GIF89a'],
      access: [Buffer.from('\0\x01\0\0Standard Jet DB\0'), Buffer.from('\0\x01\0\0Standard ACE DB\0')],
      dxf: ['  0\r\nSECTION\r\n  2\r\nHEADER\r\n', '999\nby somebody\n0\nSECTION\n', 'AutoCAD Binary DXF\r\n'],
      dwg: ['AC1032'],
      shp: [shpOf(1, [[0, 40]])],
      sqlite: ['SQLite format 3\0'],
      compressed: [Buffer.from('1f8b08', 'hex'), 'Rar!'],
      gml: [gml, '<wfs:FeatureCollection>', Buffer.from(`\uFEFF${gml}`, 'utf16le')],
      gpx: ['<gpx version="1.1">'],
      html: ['<!DOCTYPE html><html><body><table>', '<table><tr><td>1'],
      xml_workbook: ['<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook>'],
      json: ['[{"code":"A"}]', '\uFEFF[\n [1]]'],
      xml: ['<datos><fila/></datos>'],
    }
    for (const [kind, contents] of Object.entries(kinds)) {
      for (const content of contents) {
        const { code, message } = await refusalOf(open(content))
        assert.equal(code, 'stranger', kind)
        assert.ok(message.includes(text(`load.stranger.${kind}`)) && !message.includes('load.'), message)
        assert.match(message, /CSV o XLSX/)
      }
    }
  })

  it('is detected by content, whatever its name', async () => {
    const point = { type: 'Feature', properties: { code: 'A' }, geometry: { type: 'Point', coordinates: [-3, 40] } }
    const json = JSON.stringify({ type: 'FeatureCollection', features: [point] })
    const kml = `<kml><Placemark><ExtendedData><Data name="code"><value>A</value></Data></ExtendedData><Point><coordinates>-3,40</coordinates></Point></Placemark></kml>`
    const dbf = dbfOf([{ name: 'code', type: 'C', length: 4 }], [['A']])
    const geopackage = await geopackageOf(4326, ['a'], (db) =>
      db.exec(`create table a (geom blob, code text); insert into a values (null, 'A')`),
    )
    for (const content of [
      'code;name\nA;b',
      json,
      `\uFEFF${json}`,
      `\x1e${JSON.stringify(point)}\n`,
      Buffer.from(`\uFEFF${json}`, 'utf16le'),
      kml,
      `\uFEFF<?xml version="1.0"?>\n<!-- <html> -->\n${kml}`,
      await zipped({ 'doc.kml': kml }),
      await zipped({ 'a.shp': shpOf(1, [[-3, 40]]), 'a.dbf': dbf }),
      geopackage,
    ]) {
      const { heads, rows } = await open(content)
      assert.ok(heads.includes('code'))
      for await (const { values } of rows) assert.equal(values['code'], 'A')
    }
    assert.equal((await refusalOf(open(kml, ['csv', 'xlsx']))).code, 'format')
  })
})
