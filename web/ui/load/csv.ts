import type { ResultRow } from './RowResults.tsx'

const cell = (value: string) => (/[";\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** A table as spreadsheets here open it: semicolons, and a mark that says UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => cells.map(cell).join(';')).join('\r\n')}\r\n`

/** The cells of a CSV with commas. */
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

/** The rows of a file of results: `line,ok,code,message,id`. */
export const resultsOf = (text: string): ResultRow[] =>
  readCsv(text)
    .slice(1)
    .map(([line = '', ok, code = '', message = '']) => ({ line: Number(line), ok: ok === 'true', code, message }))
