import type { ResultRow } from './RowResults.tsx'

const cell = (value: string) => (/[";\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** A table as Spanish spreadsheets open it: semicolons and a UTF-8 byte order mark. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => cells.map(cell).join(';')).join('\r\n')}\r\n`

/** Cells of a comma-separated file. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let [row, value, quoted]: [string[], string, boolean] = [[], '', false]
  const plain = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < plain.length; at++) {
    const char = plain[at]
    if (quoted && char === '"' && plain[at + 1] === '"') {
      value += '"'
      at++
    } else if (char === '"') quoted = !quoted
    else if (quoted) value += char
    else if (char === ',') {
      row.push(value)
      value = ''
    } else if (char === '\n') {
      rows.push([...row, value])
      row = []
      value = ''
    } else if (char !== '\r') value += char
  }
  if (value !== '' || row.length > 0) rows.push([...row, value])
  return rows
}

/** Rows of a results file: `line,ok,code,message,id`, and columns of the row itself. */
export function resultsOf(text: string): ResultRow[] {
  const [heads = [], ...rows] = readCsv(text)
  return rows.map(([line = '', ok, code = '', message = '', _id, ...cells]) => ({
    line: Number(line),
    ok: ok === 'true',
    code,
    message,
    ...(heads.length > 5 && { values: Object.fromEntries(heads.slice(5).map((head, at) => [head, cells[at] ?? ''])) }),
  }))
}
