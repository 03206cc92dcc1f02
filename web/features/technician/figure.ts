/** What the keypad makes of its keys. The minus is always there; the figure is what stands behind it. */
export type Key = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | ',' | 'back'

/** Digits before and after the comma: powers lie between −50 and 0. */
const before = 2
const decimals = 2

/** The figure after a key; a key that does not fit changes nothing. */
export function press(figure: string, key: Key): string {
  if (key === 'back') return figure.slice(0, -1)
  const [whole = '', part] = figure.split(',')
  if (key === ',') return part === undefined && whole !== '' ? `${figure},` : figure
  if (part !== undefined) return part.length < decimals ? figure + key : figure
  if (whole === '0') return key === '0' ? figure : key
  // The comma may be forgotten: a third digit stands behind it.
  return whole.length < before ? figure + key : `${figure},${key}`
}

/** dBm that a figure means; null while there is none. */
export function dbmOf(figure: string): number | null {
  const value = Number.parseFloat(figure.replace(',', '.'))
  if (Number.isNaN(value)) return null
  return value === 0 ? 0 : -value
}

/** The figure of a stored value, without its minus. */
export function figureOf(dbm: number | null | undefined): string {
  return dbm == null ? '' : Math.abs(dbm).toFixed(decimals).replace('.', ',')
}

/** A whole figure, once nobody is typing: two decimals. */
export const complete = (figure: string) => figureOf(dbmOf(figure))
