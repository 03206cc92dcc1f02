/** Finds the parts of a workbook by their relationships, wherever a program stores them. */
import type yauzl from 'yauzl'
import { posix } from 'node:path'
import { BoundedText, isDateFormat, isUtcFormat, unescaped } from './cell-text.ts'
import { badTable, tableLimits } from './table.ts'
import { attributeOf, parsedPieces, parseXml, type XmlHandler } from './xml-stream.ts'
import { asFault, type Archive } from './zip.ts'

export interface Workbook {
  /** The first visible worksheet. */
  sheet: yauzl.Entry
  /** The other worksheets. */
  others: readonly yauzl.Entry[]
  /** Shared strings, each cut one character beyond the cell limit. */
  shared: readonly string[]
  /** Cell styles that show a date. */
  dateStyles: ReadonlySet<number>
  /** Those of `dateStyles` whose format names UTC. */
  utcStyles: ReadonlySet<number>
  /** Dates count from 1904. */
  date1904: boolean
  /** Written by a program that does not calculate: a formula's 0 is no value. */
  isUncalculated: boolean
}

/** Bytes of a part. @throws Problem VALIDATION if damaged, or longer than `limit` */
export async function* partBytes(archive: Archive, entry: yauzl.Entry, limit: number): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of await archive.open(entry, limit)) yield chunk as Buffer
  } catch (error) {
    throw asFault(error)
  }
}

/** Part names are compared case-insensitively. */
function partAt(archive: Archive, path: string): yauzl.Entry | undefined {
  const wanted = path.toLowerCase()
  return archive.entries.find(({ fileName }) => fileName.toLowerCase() === wanted)
}

async function walk(archive: Archive, entry: yauzl.Entry | undefined, handler: XmlHandler): Promise<void> {
  if (!entry) return
  try {
    await parseXml(partBytes(archive, entry, tableLimits.sharedBytes), handler)
  } catch (error) {
    throw asFault(error)
  }
}

/** Parses a sheet with its handler; finished rows can be taken after each step. */
export async function* walkSheet(archive: Archive, entry: yauzl.Entry, handler: XmlHandler): AsyncGenerator<void> {
  try {
    yield* parsedPieces(partBytes(archive, entry, tableLimits.sheetBytes), handler)
  } catch (error) {
    throw asFault(error)
  }
}

interface Relation {
  id: string
  /** Last segment of its type: `worksheet`, `sharedStrings`. */
  kind: string
  target: string
}

/** A target is relative to the folder of the part, or absolute inside the archive. */
function resolved(folder: string, target: string): string {
  let path = target.replaceAll('\\', '/')
  try {
    path = decodeURIComponent(path)
  } catch {
    // A single % is part of the name.
  }
  return posix.join('/', path.startsWith('/') ? '' : folder, path).slice(1)
}

/** Relationships of a part, from `_rels/<part>.rels` beside it. @param part '' for those of the archive itself */
async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part)
  const found: Relation[] = []
  await walk(archive, partAt(archive, posix.join(folder, '_rels', `${posix.basename(part)}.rels`)), {
    open: (name, attributes) => {
      const { Id: id, Type: type = '', Target: target, TargetMode: mode } = attributes
      if (name !== 'Relationship' || id === undefined || target === undefined || mode === 'External') return
      if (found.length >= tableLimits.entries) throw badTable('too_many_files', { limit: tableLimits.entries })
      found.push({ id, kind: posix.basename(type), target: resolved(folder, target) })
    },
  })
  return found
}

const isOn = (attribute = '') => /^(1|true|on)$/.test(attribute)

/** Visible sheets, by relationship id, and properties of the workbook. */
async function visibleSheets(
  archive: Archive,
  workbook: yauzl.Entry,
): Promise<Pick<Workbook, 'date1904' | 'isUncalculated'> & { ids: string[] }> {
  const ids: string[] = []
  let [date1904, isUncalculated] = [false, false]
  await walk(archive, workbook, {
    open: (name, attributes) => {
      if (name === 'workbookPr') date1904 = isOn(attributeOf(attributes, 'date1904'))
      if (name === 'calcPr') isUncalculated = isOn(attributeOf(attributes, 'fullCalcOnLoad'))
      if (name !== 'sheet' || /hidden$/i.test(attributeOf(attributes, 'state') ?? '')) return
      if (ids.length < tableLimits.entries) ids.push(attributeOf(attributes, 'id') ?? '')
    },
  })
  return { ids, date1904, isUncalculated }
}

/** Phonetic runs are skipped. */
async function sharedTexts(archive: Archive, entry: yauzl.Entry | undefined): Promise<string[]> {
  const texts: string[] = []
  const current = new BoundedText()
  let [inside, note] = [false, false]
  await walk(archive, entry, {
    open: (name) => {
      if (name === 'rPh') note = true
      if (name === 't') inside = true
    },
    text: (value) => {
      if (inside && !note) current.add(value)
    },
    close: (name) => {
      if (name === 't') inside = false
      if (name === 'rPh') note = false
      if (name !== 'si') return
      if (texts.length >= tableLimits.sharedTexts) throw badTable('memory')
      texts.push(unescaped(current.take()))
    },
  })
  return texts
}

async function stylesOf(
  archive: Archive,
  entry: yauzl.Entry | undefined,
): Promise<Pick<Workbook, 'dateStyles' | 'utcStyles'>> {
  const formats = new Map<number, string>()
  const [dateStyles, utcStyles] = [new Set<number>(), new Set<number>()]
  let [inCells, count] = [false, 0]
  await walk(archive, entry, {
    open: (name, attributes) => {
      const id = Number(attributes['numFmtId'] ?? 0)
      if (name === 'numFmt' && formats.size < tableLimits.entries) formats.set(id, attributes['formatCode'] ?? '')
      if (name === 'cellXfs') inCells = true
      if (name !== 'xf' || !inCells) return
      const isDate = count < tableLimits.styles && isDateFormat(id, formats.get(id))
      if (isDate) dateStyles.add(count)
      if (isDate && isUtcFormat(formats.get(id))) utcStyles.add(count)
      count += 1
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return { dateStyles, utcStyles }
}

/** @throws Problem VALIDATION for no workbook, or no visible sheet */
export async function openWorkbook(archive: Archive): Promise<Workbook> {
  const root = await relationsOf(archive, '')
  const path = root.find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (/\.bin$/i.test(path)) throw badTable('xlsb')
  const workbook = partAt(archive, path)
  if (!workbook) throw badTable('no_table')
  const relations = await relationsOf(archive, path)
  const { ids, date1904, isUncalculated } = await visibleSheets(archive, workbook)
  const byId = new Map(relations.map((one) => [one.id, one]))
  const targets = ids.flatMap((id) => byId.get(id) ?? []).filter(({ kind }) => !/^(chart|dialog|xlMacro)/i.test(kind))
  const [sheet, ...others] = targets.map(({ target }) => partAt(archive, target))
  if (!sheet) throw badTable('no_table')
  const beside = (kind: string) =>
    partAt(archive, relations.find((one) => one.kind === kind)?.target ?? resolved(posix.dirname(path), `${kind}.xml`))
  const shared = await sharedTexts(archive, beside('sharedStrings'))
  return {
    sheet,
    others: others.filter((one) => one !== undefined),
    shared,
    ...(await stylesOf(archive, beside('styles'))),
    date1904,
    isUncalculated,
  }
}
