/** Whether a text has the form of an email address; only a mail can verify that it exists. */
export const isEmail = (written: string): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(written.trim()) && written.length <= 254
