import { unmarkFormulas } from '@hilo/domain/formula.ts'

/** Text of a cell as a person wrote it, without what a download or a spreadsheet adds: marks of formulas, `\r`. */
export const writtenText = (cell: string): string => unmarkFormulas(cell.replace(/\r\n?/g, '\n'))
