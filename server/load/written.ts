import { unmarkFormulas } from '@hilo/domain/formula.ts'

/** `="00123"`: so exporters of CSV save the zeros of a text. */
const asFormula = /^="((?:[^"]|"")*)"$/

/** Text of a cell without what a download, an exporter or a spreadsheet adds: marks of texts and formulas, `\r`. */
export function writtenText(cell: string): string {
  const text = cell.replace(/\r\n?/g, '\n')
  return asFormula.exec(text)?.[1]?.replaceAll('""', '"') ?? unmarkFormulas(text)
}
