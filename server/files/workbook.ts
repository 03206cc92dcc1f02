import { PassThrough, type Readable } from 'node:stream'
import { once } from 'node:events'
import { ZipFile } from 'yazl'

/**
 * A spreadsheet file around rows that already are XML: only the envelope is made here, in constant memory.
 * A sheet takes 1,048,576 rows (head included); more rows go on in a further sheet.
 */
const rowsPerSheet = 1_048_575
const newline = 10

const types = (sheets: number) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${sheetNumbers(
  sheets,
)
  .map(
    (n) =>
      `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
  )
  .join('')}</Types>`
const rootRelations = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const workbook = (sheets: number, title: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${sheetNumbers(
  sheets,
)
  .map((n) => `<sheet name="${title}${n > 1 ? ` ${n}` : ''}" sheetId="${n}" r:id="rId${n}"/>`)
  .join('')}</sheets></workbook>`
const relations = (sheets: number) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheetNumbers(sheets)
  .map(
    (n) =>
      `<Relationship Id="rId${n}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )
  .join(
    '',
  )}<Relationship Id="rId${sheets + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`
const styles = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`

function sheetNumbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1)
}

const escape = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Where the n-th newline of a chunk is, or -1, with how many there were before it. */
function cutAt(chunk: Buffer, lines: number): { at: number; seen: number } {
  let seen = 0
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) {
    seen += 1
    if (seen === lines) return { at, seen }
  }
  return { at: -1, seen }
}

/** Writes `rows` (one `<row>…</row>` per line) as a workbook; `heads` are the Spanish column heads. */
export function workbookStream(rows: Readable, title: string, heads: readonly string[]): Readable {
  const zip = new ZipFile()
  const head = `<row>${heads.map((one) => `<c t="inlineStr"><is><t>${escape(one)}</t></is></c>`).join('')}</row>\n`
  const opening = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>\n${head}`
  // Level 1: the rows are repetitive enough, and the person waits.
  const options = { compressionLevel: 1 }
  let sheets = 0
  const openSheet = () => {
    sheets += 1
    const sheet = new PassThrough({ highWaterMark: 1 << 20 })
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`, options)
    sheet.write(opening)
    return sheet
  }
  const fill = async () => {
    let sheet = openSheet()
    let room = rowsPerSheet
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      let rest = chunk
      for (;;) {
        const { at, seen } = cutAt(rest, room)
        if (at === -1 || at === rest.length - 1) {
          room -= seen
          if (rest.length > 0 && !sheet.write(rest)) await once(sheet, 'drain')
          break
        }
        sheet.end(Buffer.concat([rest.subarray(0, at + 1), Buffer.from('</sheetData></worksheet>')]))
        rest = rest.subarray(at + 1)
        sheet = openSheet()
        room = rowsPerSheet
      }
    }
    sheet.end('</sheetData></worksheet>')
    const parts: [string, string][] = [
      ['[Content_Types].xml', types(sheets)],
      ['_rels/.rels', rootRelations],
      ['xl/workbook.xml', workbook(sheets, title)],
      ['xl/_rels/workbook.xml.rels', relations(sheets)],
      ['xl/styles.xml', styles],
    ]
    for (const [name, body] of parts) zip.addBuffer(Buffer.from(body), name, options)
    zip.end()
  }
  const output = new PassThrough({ highWaterMark: 1 << 20 })
  zip.outputStream.pipe(output)
  fill().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error('workbook')))
  return output
}
