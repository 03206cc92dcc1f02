/** Text of a power figure as the keypad edits it: always negative, so the minus is not part of the text. */
export type Key = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | ',' | 'back'

/** Digits before and after the comma: powers are between −50 and 0 dBm. */
const before = 2
const decimals = 2

/** The figure after a key; a key that does not fit is ignored. */
export function press(figure: string, key: Key): string {
  if (key === 'back') return figure.slice(0, -1)
  const [whole = '', part] = figure.split(',')
  if (key === ',') return part === undefined && whole !== '' ? `${figure},` : figure
  if (part !== undefined) return part.length < decimals ? figure + key : figure
  if (whole === '0') return key === '0' ? figure : key
  // The comma is optional: a third digit becomes the first decimal.
  return whole.length < before ? figure + key : `${figure},${key}`
}

/** Value in dBm; null if incomplete. */
export function dbmOf(figure: string): number | null {
  const value = Number.parseFloat(figure.replace(',', '.'))
  if (Number.isNaN(value)) return null
  return value === 0 ? 0 : -value
}

/** Figure of a stored value, without its minus. */
export function figureOf(dbm: number | null | undefined): string {
  return dbm == null ? '' : Math.abs(dbm).toFixed(decimals).replace('.', ',')
}

/** Complete figure with two decimals, for display outside editing. */
export const complete = (figure: string) => figureOf(dbmOf(figure))
