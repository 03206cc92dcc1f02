/** Damage to files: by a broken disk or program, or by an attacker. */
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { Dice } from './dice.ts'
import type { FuzzFile } from './files-truth.ts'
import type { Book } from './files-xlsx.ts'

type Entries = [name: string, content: Buffer][]

/** Packs entries unchanged, including duplicate names; some without compression. */
async function packed(dice: Dice, entries: Entries): Promise<Buffer> {
  const zip = new ZipFile()
  const compress = dice.chance(0.8)
  for (const [name, content] of entries) zip.addBuffer(content, name, { compress })
  zip.end()
  return await buffer(zip.outputStream)
}

const entriesOf = ({ parts }: Book): Entries => Object.entries(parts).map(([name, one]) => [name, Buffer.from(one)])

/** An undamaged workbook of its grid. */
export const wholeWorkbook = async (dice: Dice, book: Book): Promise<FuzzFile> => ({
  format: 'xlsx',
  bytes: await packed(dice, entriesOf(book)),
  how: 'whole',
  meant: { heads: book.heads, rows: book.truth },
  common: book.common,
})

type XmlChange = (xml: string, dice: Dice) => string
/** Replaces one of the matches of a pattern. */
const anyOf =
  (pattern: RegExp, by: (found: string, dice: Dice) => string): XmlChange =>
  (xml, dice) => {
    const found = [...xml.matchAll(pattern)]
    if (found.length === 0) return xml
    const { 0: text, index } = dice.pick(found)
    return xml.slice(0, index) + by(text, dice) + xml.slice(index + text.length)
  }
const types = ['s', 'n', 'b', 'd', 'e', 'str', 'inlineStr', '', 'S', 'error']
const words = ['-1', '0', '1', '99', '4294967296', '1e3', '', 'x', 'A1', 'XFD1048576', 'AAAA1', '&amp;', '1:1']
const xmlChanges: Readonly<Record<string, XmlChange>> = {
  'another cell type': anyOf(/ t="\w*"/g, (_, dice) => ` t="${dice.pick(types)}"`),
  'another attribute': anyOf(/="[^"]*"/g, (_, dice) => `="${dice.pick(words)}"`),
  'another value': anyOf(/<v>[^<]*<\/v>/g, (_, dice) => `<v>${dice.pick(words)}</v>`),
  'no value': anyOf(/<v>[^<]*<\/v>/g, () => ''),
  'a value twice': anyOf(/<v>[^<]*<\/v>/g, (found) => found + found),
  'an element less': anyOf(/<[^/!?][^>]*>/g, () => ''),
  'an element in capitals': anyOf(/<\/?\w+/g, (found) => found.toUpperCase()),
  'a cell twice': anyOf(/<c [^>]*>.*?<\/c>/g, (found) => found + found),
  'a row twice': anyOf(/<row.*?<\/row>/g, (found) => found + found),
  'a comment': anyOf(/>/g, () => '><!-- <v>7</v> -->'),
  'an entity': anyOf(/>[^<]+</g, (_, dice) => dice.pick(['>&#x41;<', '>&unknown;<', '>&#0;<', '>&#xFFFF;<', '>&amp<'])),
  'a document type': (xml) => xml.replace(/^(<\?xml[^>]*\?>)?/, '$1<!DOCTYPE x [<!ENTITY a "b">]>'),
  'cut off': (xml, dice) => xml.slice(0, dice.below(xml.length)),
  nothing: () => '',
}

const partChanges: Readonly<Record<string, (entries: Entries, dice: Dice) => Entries>> = {
  'a part less': (entries, dice) => entries.toSpliced(dice.below(entries.length), 1),
  'a part renamed': (entries, dice) =>
    entries.with(dice.below(entries.length), [
      dice.pick(['x', 'XL/WORKBOOK.XML', 'xl//workbook.xml', '.rels']),
      Buffer.from('<a/>'),
    ]),
  'a part twice': (entries, dice) => [...entries, dice.pick(entries)],
  'a part twice, empty': (entries, dice) => [...entries, [dice.pick(entries)[0], Buffer.alloc(0)]],
  'a part in UTF-16': (entries, dice) => {
    const at = dice.below(entries.length)
    const [name, content] = entries[at] ?? ['x', Buffer.alloc(0)]
    return entries.with(at, [
      name,
      Buffer.from(`\ufeff${content.toString().replace(/^<\?xml[^>]*\?>/, '')}`, 'utf16le'),
    ])
  },
}

/** Damage to the parts of a correctly packed workbook. */
export async function damagedWorkbook(dice: Dice, book: Book): Promise<FuzzFile> {
  const entries = entriesOf(book)
  const { common } = book
  const bytes = (changed: Entries) => packed(dice, changed)
  if (dice.chance(0.2)) {
    const how = dice.pick(Object.keys(partChanges))
    const changed = partChanges[how]?.(entries, dice) ?? entries
    return { format: 'xlsx', bytes: await bytes(changed), how, meant: null, common }
  }
  const at = dice.chance(0.7) ? entries.findIndex(([name]) => name.endsWith('sheet1.xml')) : dice.below(entries.length)
  const how = dice.pick(Object.keys(xmlChanges))
  const [name, content] = entries[at] ?? ['x', Buffer.alloc(0)]
  const xml = xmlChanges[how]?.(content.toString(), dice) ?? ''
  const changed = entries.with(at, [name, Buffer.from(xml)])
  return { format: 'xlsx', bytes: await bytes(changed), how: `${how} in ${name}`, meant: null, common }
}

/** Damage to the bytes of any file. */
export function damagedBytes(dice: Dice, { format, bytes, common = false }: FuzzFile): FuzzFile {
  const at = dice.below(Math.max(1, bytes.length))
  const changes: Readonly<Record<string, () => Buffer>> = {
    'bytes flipped': () => {
      const copy = Buffer.from(bytes)
      for (let n = 1 + dice.below(8); n > 0; n--) copy[dice.below(copy.length)]! ^= 1 << dice.below(8)
      return copy
    },
    'cut off': () => bytes.subarray(0, at),
    'a piece less': () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + dice.below(30))]),
    'a piece twice': () => Buffer.concat([bytes.subarray(0, at + 20), bytes.subarray(at)]),
    zeros: () => Buffer.concat([bytes.subarray(0, at), Buffer.alloc(dice.below(600)), bytes.subarray(at)]),
    'a quote more': () => Buffer.concat([bytes.subarray(0, at), Buffer.from('"'), bytes.subarray(at)]),
    'more behind it': () => Buffer.concat([bytes, bytes.subarray(at)]),
  }
  const how = dice.pick(Object.keys(changes))
  return { format, bytes: changes[how]?.() ?? bytes, how, meant: null, common }
}

/** A table with pictures, and other typical entries of such an archive. */
export async function drawZip(dice: Dice, table: FuzzFile): Promise<FuzzFile> {
  const picture = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
  const entries: Entries = [[`carga.${table.format}`, table.bytes]]
  for (let n = dice.below(4); n > 0; n--) entries.push([`fotos/F-E-${n}.jpg`, picture])
  if (dice.chance(0.2)) entries.push(['__MACOSX/._carga.csv', Buffer.alloc(4)])
  if (dice.chance(0.1)) entries.push([`otra.${table.format}`, table.bytes])
  if (dice.chance(0.1)) entries.push(['dentro.zip', await packed(dice, entries)])
  return { format: 'zip', bytes: await packed(dice, entries), how: `with a table: ${table.how}`, meant: null }
}
