/** All kinds of blanks, dashes and points, brackets, slashes, and zero-width characters. */
const spacing = /[\s().\/\u00AD\u00B7\u200B-\u200F\u2010-\u2015\u2060\u2212\u202A-\u202E\uFEFF_-]+/g

/**
 * Normalizes a phone number to the international form: `600 112 233`, `0034 600…`, `34600…`, `+34 600…` and
 * `600112233.0` (a number exported by a spreadsheet) are equal.
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

/** True for a complete number normalized by `cleanPhone`; Spanish ones have nine digits. */
export const isPhone = (text: string): boolean => /^\+(?:34[5-9]\d{8}|(?!34)[1-9]\d{6,14})$/.test(text)

/** The normalized number, or null if invalid. */
export function phoneOf(written: string): string | null {
  const phone = cleanPhone(written)
  return isPhone(phone) ? phone : null
}

/** `+34600112233` → "600 11 22 33", with the country code if it is another one. */
export function phoneText(phone: string | null): string {
  const own = /^\+34(\d{3})(\d{2})(\d{2})(\d{2})$/.exec(phone ?? '')
  return own ? own.slice(1).join('\u00a0') : (phone ?? '')
}
