/** The parts of a workbook beside its sheets: list of parts, names of sheets and formats of cells. */

/** Index of a cell's format in `styles`. */
export const cellStyle = { time: 1, day: 2, duration: 3, integer: 4, decimals: 5, head: 6, wrapped: 7 } as const

const heading = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const ofSheets = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Dates as the screens write them; `[$-C0A]` is Spanish, whatever the language of the program. */
const formats = [
  '[$-C0A]d" de "mmmm" de "yyyy", "h:mm AM/PM',
  '[$-C0A]d" de "mmmm" de "yyyy',
  '[h]:mm',
  '#,##0',
  '0.00',
]
const firstFormat = 164
const quoted = (code: string) => code.replaceAll('"', '&quot;')

export const styles = `${heading}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats
  .map((code, i) => `<numFmt numFmtId="${firstFormat + i}" formatCode="${quoted(code)}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF2"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${formats.length + 3}"><xf/>${formats
  .map((_, i) => `<xf numFmtId="${firstFormat + i}" applyNumberFormat="1"/>`)
  .join(
    '',
  )}<xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`

const escape = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

/** Most characters of a sheet's name. */
const longestName = 31

/** Names of sheets: unique, and without the characters that programs refuse. */
export function sheetNames(titles: readonly string[]): string[] {
  const taken = new Set<string>()
  return titles.map((title) => {
    const plain = title.replaceAll(/[[\]:*?/\\']/g, ' ').trim() || 'Hilo'
    let name = plain.slice(0, longestName)
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${plain.slice(0, longestName - 4)} ${n}`
    taken.add(name.toLowerCase())
    return name
  })
}

export function contentTypes(sheets: number): string {
  const sheet = (n: number) =>
    `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${ofSheets}.worksheet+xml"/>`
  return `${heading}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${ofSheets}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${ofSheets}.styles+xml"/>${numbers(sheets).map(sheet).join('')}</Types>`
}

export const rootRelations = `${heading}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export function workbookPart(names: readonly string[]): string {
  const sheets = names.map((name, i) => `<sheet name="${escape(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
  return `${heading}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets></workbook>`
}

export function relations(sheets: number): string {
  const sheet = (n: number) =>
    `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`
  return `${heading}<Relationships xmlns="${packaged}/relationships">${numbers(sheets).map(sheet).join('')}<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`
}
