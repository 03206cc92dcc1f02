/** Text of a cell as a person wrote it, without what a download or a spreadsheet adds. */

/** A download puts an apostrophe before what a spreadsheet would run as a formula, and before what looks so marked. */
const marked = /^'+[\t\r=@+\-＝＠＋－]/

export const writtenText = (cell: string): string => (marked.test(cell) ? cell.slice(1) : cell).replace(/\r\n?/g, '\n')
