import { unmarkFormulas } from '@hilo/domain/formula.ts'

/** Text of a cell without what a download or spreadsheet adds: formula marks, `\r`. */
export const writtenText = (cell: string): string => unmarkFormulas(cell.replace(/\r\n?/g, '\n'))
