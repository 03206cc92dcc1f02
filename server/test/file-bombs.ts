/** Small files that exhaust the memory or time of a careless reader, generated on demand. */
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { relations, sheetXml, textRow, workbookXml } from './workbook.ts'

const mega = 1 << 20

/** Text that compresses badly. */
function* noise(bytes: number): Generator<string> {
  for (let at = 0; at < bytes; at += 1 << 16) yield randomBytes(1 << 15).toString('hex')
}

function* repeated(text: string, times: number): Generator<string> {
  const block = text.repeat(1000)
  for (let left = times; left > 0; left -= 1000) yield left >= 1000 ? block : text.repeat(left)
}

type Part = string | Iterable<string>

/** The same text in pieces of a size that streams handle quickly. */
function* blocks(part: Part): Generator<string> {
  let block = ''
  for (const text of typeof part === 'string' ? [part] : part) {
    block += text
    if (block.length < 1 << 16) continue
    yield block
    block = ''
  }
  yield block
}

async function packed(parts: Record<string, Part>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, part] of Object.entries(parts)) zip.addReadStream(Readable.from(blocks(part)), name)
  zip.end()
  return await buffer(zip.outputStream)
}

function* joined(...parts: readonly Part[]): Generator<string> {
  for (const part of parts) {
    if (typeof part === 'string') yield part
    else yield* part
  }
}

const [beforeRows = '', afterRows = ''] = sheetXml('|').split('|')

/** A workbook with a heading `a` above the rows. */
const book = (rows: Part, parts: Record<string, Part> = {}) =>
  packed({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations(['w', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': workbookXml('<sheet name="a" sheetId="1" r:id="s"/>'),
    'xl/_rels/workbook.xml.rels': relations(['s', 'worksheet', 'sheet.xml'], ['t', 'sharedStrings', 'texts.xml']),
    'xl/sheet.xml': joined(beforeRows, textRow('a'), rows, afterRows),
    ...parts,
  })

const sharedCells = () => repeated('<row><c t="s"><v>0</v></c></row>', 50_000)
const shared = (text: Part) => ({ 'xl/texts.xml': joined('<sst><si><t>', text, '</t></si></sst>') })
const csv = (...parts: readonly Part[]) => Promise.resolve(Buffer.from([...joined(...parts)].join('')))

/** An archive of many empty files; a library would take minutes. */
function manyFiles(count: number): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  for (let at = 0; at < count; at++) {
    const name = `${String(at).padStart(6, '0')}.txt`
    const head = Buffer.alloc(30)
    head.write('PK\u0003\u0004')
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.write('PK\u0001\u0002')
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at * (30 + name.length), 42)
    local.push(head, Buffer.from(name))
    central.push(entry, Buffer.from(name))
  }
  const [files, directory] = [Buffer.concat(local), Buffer.concat(central)]
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(files.length, 16)
  return Buffer.concat([files, directory, end])
}

export const fileBombs: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a shared text of 8 MB in every cell': () => book(sharedCells(), shared(repeated('x', 8 * mega - 100))),
  'a shared text of 99 MB in every cell': () => book(sharedCells(), shared(repeated('x', 99 * mega))),
  'a shared text of 12 MB that does not shrink': () => book(sharedCells(), shared(noise(12 * mega))),
  'millions of empty tags in one text': () =>
    book(sharedCells(), { 'xl/texts.xml': joined('<sst><si>', repeated('<r><t/></r>', 700_000), '</si></sst>') }),
  'millions of empty shared texts': () =>
    book('', { 'xl/texts.xml': joined('<sst>', repeated('<si/>', 1_500_000), '</sst>') }),
  '60 MB of tags in a sheet': () => book(repeated('<row><c/></row>', 4 * mega)),
  '15 MB of tags that do not shrink': () =>
    book(
      (function* () {
        for (const text of noise(8 * mega))
          for (let at = 0; at < text.length; at += 64) yield `<row x="${text.slice(at, at + 64)}"><c/></row>`
      })(),
    ),
  'one row of a million cells': () => book(joined('<row>', repeated('<c><v>1</v></c>', 500_000), '</row>')),
  'a part that grows a thousand times': () => book(repeated(' ', 40 * mega)),
  'an attribute of 7 MB': () => book(joined('<row r="', repeated('1', 7 * mega), '"/>')),
  'hundreds of thousands of attributes': () =>
    book(
      joined(
        '<row',
        (function* () {
          for (let at = 0; at < 400_000; at++) yield ` a${at}=""`
        })(),
        '/>',
      ),
    ),
  'nesting without end': () => book(repeated('<a>', 2 * mega)),
  'a hundred thousand merges over each other': () =>
    book('', {
      'xl/sheet.xml': joined(
        beforeRows,
        textRow('a'),
        repeated('<row><c><v>1</v></c></row>', 20_000),
        '</sheetData><mergeCells>',
        repeated('<mergeCell ref="A2:XFD1048576"/>', 90_000),
        '</mergeCells></worksheet>',
      ),
    }),
  'a CSV of one line of 45 MB': () => csv('a,b\n', repeated('x', 45 * mega)),
  'a CSV of a million columns': () => csv(repeated('a,', 1_000_000), '\n1,2\n'),
  'a CSV of quotes alone': () => csv('a,b\n', repeated('"', 20 * mega + 1)),
  'a CSV of empty lines': () => csv('a,b\n', repeated('\n', 10 * mega)),
  'a GeoJSON a hundred thousand deep': () =>
    csv('{"type":"FeatureCollection","features":[', repeated('[', 100_000), repeated(']', 100_000), ']}'),
  'a GeoJSON ten million deep': () => csv('{"type":"FeatureCollection","features":', repeated('[', 10 * mega)),
  'a ZIP of sixty thousand files': () => Promise.resolve(manyFiles(60_000)),
}
