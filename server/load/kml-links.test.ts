/** Documents of a KMZ that link one another, and the types that a KML declares. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zipped } from '../test/geodata.ts'
import { noteCodes, readContent, refusalOf, type Read } from '../test/read-file.ts'
import { readKml, readKmz } from './kml.ts'

const codesOf = ({ rows }: Read) => rows.map(({ values }) => values['code'])
const box = (code: string) =>
  `<Placemark><ExtendedData><Data name="code"><value>${code}</value></Data></ExtendedData><Point><coordinates>-3,40</coordinates></Point></Placemark>`
const link = (href: string) => `<NetworkLink><name>Cajas</name><Link><href>${href}</href></Link></NetworkLink>`
const kml = (...parts: string[]) => `<kml><Document>${parts.join('')}</Document></kml>`
const read = async (entries: Record<string, string>) => await readContent(readKmz, await zipped(entries))
const messageOf = ({ notes }: Read, code: string) => notes.find((note) => note.code === code)?.message ?? ''

describe('a KMZ', () => {
  it('that links documents of its own is read with them, in any way of writing the path', async () => {
    for (const [href, name] of [
      ['layers/cajas.kml', 'layers/cajas.kml'],
      ['./layers/cajas.kml', 'layers/cajas.kml'],
      ['layers\\cajas.kml', 'layers/cajas.kml'],
      ['layers/../cajas.kml', 'cajas.kml'],
      ['capa%201/caj%C3%A1s.kml', 'capa 1/cajás.kml'],
      ['capa 1/cajás.kml#vista', 'capa 1/cajás.kml'],
      ['100%.kml', '100%.kml'],
    ] as const) {
      const found = await read({ 'doc.kml': kml(box('A'), link(href)), [name]: kml(box('B')) })
      assert.deepEqual([codesOf(found), found.notes], [['A', 'B'], []], href)
    }
    const url = kml('<NetworkLink><Url><href>b.kml</href></Url></NetworkLink>')
    assert.deepEqual(codesOf(await read({ 'doc.kml': url, 'b.kml': kml(box('B')) })), ['B'])
  })

  it('is read along its links, each document once, and loops end', async () => {
    const found = await read({
      'doc.kml': kml(link('a/b.kml'), link('a/b.kml'), link('doc.kml')),
      'a/b.kml': kml(box('B'), link('../doc.kml'), link('c.kml')),
      'a/c.kml': kml(box('C'), link('b.kml')),
    })
    assert.deepEqual([codesOf(found), found.notes], [['B', 'C'], []])
  })

  it('never follows a link to the outside, and tells it', async () => {
    const outside = ['https://a.test/b.kml', 'file:///etc/b.kml', '/b.kml', '../b.kml', 'C:\\b.kml', '..%2Fb.kml', 'gone.kml', 'c.kmz'] // prettier-ignore
    for (const href of outside) {
      const entries = { 'doc.kml': kml(box('A'), link(href)), 'etc/b.kml': kml(box('B')), 'c.kmz': 'x' }
      const found = await read(entries)
      assert.deepEqual([codesOf(found), noteCodes(found)], [['A'], ['links', 'files']], href)
      assert.ok(messageOf(found, 'links').includes(href))
      assert.ok(messageOf(found, 'files').includes('etc/b.kml'))
    }
    const refused = await refusalOf(read({ 'doc.kml': kml(link('https://a.test/b.kml')) }))
    assert.deepEqual([refused.code, refused.message.includes('https://a.test/b.kml')], ['links', true])
  })

  it('takes for links only those of a NetworkLink', async () => {
    const icon = '<Style><IconStyle><Icon><href>b.kml</href></Icon></IconStyle></Style>'
    const within = `<NetworkLink>${icon}<Link><href>c.kml</href></Link></NetworkLink>`
    const entries = { 'doc.kml': kml(icon, within, box('A')), 'b.kml': kml(box('B')), 'c.kml': kml(box('C')) }
    const found = await read(entries)
    assert.deepEqual([codesOf(found), noteCodes(found)], [['A', 'C'], ['files']])
  })

  it('begins with its `doc.kml`, also in a folder, and passes over the files of a Macintosh', async () => {
    const found = await read({
      'red/doc.kml': kml(link('layers/b.kml')),
      'red/layers/b.kml': kml(box('B')),
      '__MACOSX/red/._doc.kml': 'x',
    })
    assert.deepEqual([codesOf(found), found.notes], [['B'], []])
  })

  it('ends after a hundred documents', async () => {
    const names = Array.from({ length: 120 }, (_, at) => `${at}.kml`)
    const found = await read({
      'doc.kml': kml(...names.map(link)),
      ...Object.fromEntries(names.map((name) => [name, kml(box(name))])),
    })
    assert.deepEqual([found.rows.length, noteCodes(found)], [99, ['links', 'files']])
  })
})

describe('a KML', () => {
  const typed = (type: string) =>
    `<Schema id="s" name="cajas"><SimpleField name="code" type="string"/><SimpleField name="feeder_m" type="${type}"/></Schema>`
  const data = (url: string, value: string) =>
    `<Placemark><ExtendedData><SchemaData schemaUrl="${url}"><SimpleData name="code">A</SimpleData><SimpleData name="feeder_m">${value}</SimpleData></SchemaData></ExtendedData></Placemark>`
  const cell = async (...parts: string[]) => {
    const { rows } = await readContent(readKml, kml(...parts))
    return [rows[0]?.values['feeder_m'], rows[0]?.types?.['feeder_m']]
  }

  it('has numbers where its schema declares them, before or after, under any address', async () => {
    for (const type of ['float', 'double', 'int', 'uint', 'short', 'ushort', 'xsd:float']) {
      for (const url of ['#s', 'red.kml#s', '#cajas', '#other', ''])
        assert.deepEqual(await cell(typed(type), data(url, '45.000')), ['45', 'number'], `${type} ${url}`)
    }
    assert.deepEqual(await cell(data('#s', '45.000'), typed('float')), ['45', 'number'])
    assert.deepEqual(await cell(typed('string'), data('#s', '45.000')), ['45.000', undefined])
    assert.deepEqual(await cell(typed('float'), data('#s', '08001')), ['08001', undefined])
    assert.deepEqual(await cell(typed('float'), data('#s', 'mucho')), ['mucho', undefined])
  })

  it('with two schemas takes the one that is named', async () => {
    const other = typed('string').replace('"s"', '"t"')
    assert.deepEqual(await cell(typed('float'), other, data('#s', '45.000')), ['45', 'number'])
    assert.deepEqual(await cell(typed('float'), other, data('#t', '45.000')), ['45.000', undefined])
  })

  it('alone tells that what it links is not read', async () => {
    const found = await readContent(readKml, kml(box('A'), link('b.kml')))
    assert.deepEqual([codesOf(found), noteCodes(found)], [['A'], ['links']])
  })
})
