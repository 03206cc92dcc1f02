/** An address that mail may be sent to, as people write it; whether it exists only a mail tells. */
export const isEmail = (written: string): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(written.trim()) && written.length <= 254
