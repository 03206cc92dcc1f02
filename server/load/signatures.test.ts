import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { text } from '../kernel/texts.ts'
import { dbfOf, geopackageOf, shpOf, zipped } from '../test/geodata.ts'
import { refusalOf } from '../test/read-file.ts'
import { openTable, type TableKind } from './readers.ts'

const every: TableKind[] = ['csv', 'xlsx', 'geojson', 'kml', 'kmz', 'shapefile', 'geopackage']

describe('a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-signature-'))
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
      compressed: [Buffer.from('1f8b08', 'hex'), 'Rar!', 'BZh91AY&SY', Buffer.from('fd377a585a00', 'hex')],
      geodatabase: [await zipped({ 'red.gdb/a00000001.gdbtable': 'x' })],
      flatgeobuf: ['fgb\x03fgb\x01'],
      mapinfo: [
        await zipped({ 'cajas.TAB': 'x', 'cajas.dat': 'x' }),
        'Version 300\nCharset "WindowsLatin1"\n',
        'VERSION 900\r\nDelimiter ","\r\n',
        '!table\r\n!version 300\r\n',
      ],
      sylk: ['ID;PWXL;N;E\r\nP;PGeneral\r\n', 'ID;PCALCOOO32\nC;X1;Y1;K"código"\n', 'ID;PX\nB;Y5;X3\n'],
      dif: ['TABLE\r\n0,1\r\n"EXCEL"\r\n', 'TABLE\n0,1\n""\n'],
      parquet: ['PAR1\x15\x04'],
      arrow: ['ARROW1\0\0', 'FEA1\0\0\0\0'],
      statistics: [
        '<stata_dta><header>',
        'r\x02\x01\0',
        '$FL2@(#) SPSS DATA FILE',
        'RDX3\nX\n',
        'HEADER RECORD*******LIBRARY',
      ],
      dbf: [dbfOf([{ name: 'code', type: 'C', length: 4 }], [['A']])],
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

  it('a CSV whose first heads are the mark of another format is a CSV', async () => {
    for (const content of [
      'ID;PUERTO\n1;2\n',
      'ID;Producto;Estado\nC;X1;Norte\nP;Plan;K\nB;Y5;ALTA\nF;P1;ALTA\n',
      'ID;P\nC;K1\n',
      'Version;Charset\n300;x\n',
      'Version 300;Fecha\nCharset;x\n',
      'TABLE;a\n0,1;b\n',
      'PAR1;FEA1\n1;2\n',
      'RDX3;n\nX;2\n',
      'fgb;n\nX;2\n',
      '!table;n\n!version;2\n',
      'registro;n\nX;2\n',
      '0;1;2\n3;4;5\n',
      Buffer.from('\uFEFF0;1;2\n3;4;5\n', 'utf16le'),
    ])
      assert.ok((await open(content)).heads.length >= 2, content.toString())
  })

  it('a sheet of OpenDocument is told also as one text', async () => {
    const names = Array.from(
      { length: 60 },
      (_, at) => `xmlns:n${at}="urn:oasis:names:tc:opendocument:xmlns:${at}:1.0"`,
    )
    const flat = (kind: string) =>
      `<?xml version="1.0"?>\n<office:document ${names.join(' ')} office:mimetype="application/vnd.oasis.opendocument.${kind}">`
    assert.equal((await refusalOf(open(flat('spreadsheet')))).code, 'ods')
    assert.equal((await refusalOf(open(flat('text')))).code, 'stranger')
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
