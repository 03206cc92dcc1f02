/** A telephone as people write it here, in the international form: `600 112 233`, `0034 600…` and `+34 600…` are the same. */
export function cleanPhone(written: string): string {
  const plain = written.replace(/[\s().-]/g, '').replace(/^00/, '+')
  return /^[6-9]\d{8}$/.test(plain) ? `+34${plain}` : plain
}

/** True for what `cleanPhone` leaves of a whole number. */
export const isPhone = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text)

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
