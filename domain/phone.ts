/** Blanks, dashes and points of every kind, brackets, slashes, and characters without width. */
const spacing = /[\s().\/\u00AD\u00B7\u200B-\u200F\u2010-\u2015\u2060\u2212\u202A-\u202E\uFEFF_-]+/g

/**
 * A telephone as people write it here, in the international form: `600 112 233`, `0034 600…`, `34600…`, `+34 600…` and
 * `600112233.0`, which programs make of a number, are the same.
 */
export function cleanPhone(written: string): string {
  const plain = written
    .normalize('NFKC')
    .trim()
    .replace(/^(?:tel(?:[ée]fono|f)?|tlfn?o?|m[óo]vil|phone)\s*[.:]*\s*/i, '')
    .replace(/^(\+?\d+)[.,]0$/, '$1')
    .replace(spacing, '')
    .replace(/^00/, '+')
    .replace(/^\+340(?=[5-9]\d{8}$)/, '+34')
  if (/^[6-9]\d{8}$/.test(plain)) return `+34${plain}`
  return /^34[6-9]\d{8}$/.test(plain) ? `+${plain}` : plain
}

/** True for what `cleanPhone` leaves of a whole number; those of Spain have nine digits. */
export const isPhone = (text: string): boolean => /^\+(?:34[5-9]\d{8}|(?!34)[1-9]\d{6,14})$/.test(text)

/** A telephone as it travels, or null for what is none. */
export function phoneOf(written: string): string | null {
  const phone = cleanPhone(written)
  return isPhone(phone) ? phone : null
}

/** `+34600112233` → "600 11 22 33", with its country where it is another one. */
export function phoneText(phone: string | null): string {
  const own = /^\+34(\d{3})(\d{2})(\d{2})(\d{2})$/.exec(phone ?? '')
  return own ? own.slice(1).join('\u00a0') : (phone ?? '')
}
