/** A telephone as people write it, as it travels: `600 11 22 33` is of Spain. Null for what is none. */
export function phoneOf(written: string): string | null {
  const digits = written.replace(/[\s.()-]/g, '')
  const whole = /^[6-9]\d{8}$/.test(digits) ? `+34${digits}` : digits.replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(whole) ? whole : null
}

/** `+34600112233` → "600 11 22 33", with its country where it is another one. */
export function phoneText(phone: string | null): string {
  const own = /^\+34(\d{3})(\d{2})(\d{2})(\d{2})$/.exec(phone ?? '')
  return own ? own.slice(1).join('\u00a0') : (phone ?? '')
}

export const isEmail = (written: string): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(written.trim()) && written.length <= 254
