/**
 * Protection against formula injection in spreadsheets: cells that begin with a formula sign, and texts that become
 * such cells in a program that splits at `;` or TAB what we separate with commas (a Spanish Excel does). An apostrophe
 * before the sign turns it into text. Escaping is reversible: a text that already has apostrophes there gets one more.
 */

/** TAB CR + - = @ and the full-width forms of the last four. */
export const formulaSigns = '\t\r+\\-=@\uff0b\uff0d\uff1d\uff20'
/** Start of a cell: start of the text, or after a separator of cells and rows. */
export const cellStart = '(?<=^|[;\\t\\r\\n])'
const running = new RegExp(`${cellStart}('*)(?=[${formulaSigns}])`, 'g')
const marked = new RegExp(`${cellStart}'('*)(?=[${formulaSigns}])`, 'g')

/** Escapes a text so that no spreadsheet runs it. */
export const markFormulas = (text: string): string => text.replace(running, "$1'")

/** Restores the escaped text. */
export const unmarkFormulas = (text: string): string => text.replace(marked, '$1')

/** A text as a quoted, escaped CSV cell. */
export const csvText = (text: string): string => `"${markFormulas(text).replaceAll('"', '""')}"`
