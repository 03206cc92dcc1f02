/** A telephone as people write it here, in the international form: `600 112 233`, `0034 600…` and `+34 600…` are the same. */
export function cleanPhone(written: string): string {
  const plain = written.replace(/[\s().-]/g, '').replace(/^00/, '+')
  return /^[6-9]\d{8}$/.test(plain) ? `+34${plain}` : plain
}

/** True for what `cleanPhone` leaves of a whole number. */
export const isPhone = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text)
