/** Parses a figure written with a comma ("−24,5") or a point ("-24.5"); null if not a number. */
export function numberOf(written: string): number | null {
  const plain = written.trim().replace('−', '-').replace(/\s/g, '')
  if (!/^[+-]?\d+(?:[.,]\d+)?$/.test(plain)) return null
  return Number(plain.replace(',', '.'))
}

/** Formats a figure as the initial text of a field. */
export const figureText = (value: number | null | undefined): string =>
  value == null ? '' : String(value).replace('-', '−').replace('.', ',')
