/** A figure as people write it here ("−24,5") or as a machine does ("-24.5"); null when it is none. */
export function numberOf(written: string): number | null {
  const plain = written.trim().replace('−', '-').replace(/\s/g, '')
  if (!/^[+-]?\d+(?:[.,]\d+)?$/.test(plain)) return null
  return Number(plain.replace(',', '.'))
}

/** The other way round, for a field that opens with a figure. */
export const figureText = (value: number | null | undefined): string =>
  value == null ? '' : String(value).replace('-', '−').replace('.', ',')
