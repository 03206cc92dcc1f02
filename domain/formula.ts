/**
 * Texts that a spreadsheet would run: a cell that begins with a formula's sign, and what would become such a cell in a program
 * that splits at `;` or TAB what we separate with commas (a Spanish Excel does). An apostrophe before the sign makes a text of it.
 * Marking can be undone exactly: a text that already has apostrophes there gets one more.
 */

/** TAB CR + - = @ and the full-width forms of the last four. */
export const formulaSigns = '\t\r+\\-=@\uff0b\uff0d\uff1d\uff20'
/** Where a cell begins: the start of the text, or behind what separates cells and rows. */
export const cellStart = '(?<=^|[;\\t\\r\\n])'
const running = new RegExp(`${cellStart}('*)(?=[${formulaSigns}])`, 'g')
const marked = new RegExp(`${cellStart}'('*)(?=[${formulaSigns}])`, 'g')

/** A text that no spreadsheet runs. */
export const markFormulas = (text: string): string => text.replace(running, "$1'")

/** The text that was marked. */
export const unmarkFormulas = (text: string): string => text.replace(marked, '$1')

/** A text as a cell of a CSV, quoted, that no spreadsheet runs. */
export const csvText = (text: string): string => `"${markFormulas(text).replaceAll('"', '""')}"`
