/** Workbooks as other programs write them, built part by part. */
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export async function zipped(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return await buffer(zip.outputStream)
}

interface BookParts {
  /** XML inside `sheetData`. */
  rows: string
  /** XML after `sheetData`. */
  behind?: string
  /** Shared strings, each the XML inside its `si`. */
  shared?: string[]
  /** Codes of the number formats 200, 201 …, and the format of each cell style. */
  formats?: string[]
  styles?: number[]
  /** XML of `workbookPr`. */
  properties?: string
  /** Other parts, or replacements of these. */
  parts?: Record<string, string | Buffer>
}

const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
  <Default Extension="xml" ContentType="application/xml"/></Types>`

/** Relationships as `id`, last segment of the type and target. */
export function relations(...found: readonly (readonly [string, string, string])[]): string {
  const inside = found.map(([id, kind, target]) => {
    return `<Relationship Id="${id}" Type="${officeRelations}/${kind}" Target="${target}"/>`
  })
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside.join('')}</Relationships>`
}

export const sheetXml = (rows: string, behind = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${behind}</worksheet>`

export const workbookXml = (sheets: string, properties = '') =>
  `<workbook xmlns="${main}" xmlns:r="${officeRelations}">${properties}<sheets>${sheets}</sheets></workbook>`

function stylesXml(formats: readonly string[], styles: readonly number[]): string {
  const codes = formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`)
  const cells = styles.map((id) => `<xf numFmtId="${id}"/>`)
  return `<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellXfs>${cells.join('')}</cellXfs></styleSheet>`
}

/** Parts of a workbook of one sheet, at Excel's paths. */
export function workbookParts(book: BookParts): Record<string, string | Buffer> {
  const { rows, behind, shared = [], formats = [], styles = [0], properties, parts = {} } = book
  const texts = shared.map((one) => `<si>${one}</si>`)
  return {
    '[Content_Types].xml': types,
    '_rels/.rels': relations(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': workbookXml('<sheet name="Hoja1" sheetId="1" r:id="rId1"/>', properties),
    'xl/_rels/workbook.xml.rels': relations(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
      ['rId3', 'styles', 'styles.xml'],
    ),
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts.join('')}</sst>`,
    'xl/styles.xml': stylesXml(formats, styles),
    'xl/worksheets/sheet1.xml': sheetXml(rows, behind),
    ...parts,
  }
}

export const workbook = async (book: BookParts): Promise<Buffer> => await zipped(workbookParts(book))

/** A row of texts, with or without cell references. */
export const textRow = (...texts: readonly string[]) =>
  `<row>${texts.map((one) => `<c t="inlineStr"><is><t>${one}</t></is></c>`).join('')}</row>`
