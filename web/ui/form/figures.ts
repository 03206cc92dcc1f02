/** A figure as people write it here ("−24,5") or as a machine does ("-24.5"); null when it is none. */
export function numberOf(written: string): number | null {
  const plain = written.trim().replace('−', '-').replace(/\s/g, '')
  if (!/^[+-]?\d+(?:[.,]\d+)?$/.test(plain)) return null
  return Number(plain.replace(',', '.'))
}

/** The other way round, for a field that opens with a figure. */
export const figureText = (value: number | null | undefined): string =>
  value == null ? '' : String(value).replace('-', '−').replace('.', ',')

const two = (value: number) => String(value).padStart(2, '0')

/** A moment as a `datetime-local` field holds it, in the person's own zone. */
export function localText(iso: string | null | undefined): string {
  if (iso == null || iso === '') return ''
  const at = new Date(iso)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** What a `datetime-local` field holds, as it travels; null when it is empty or no date. */
export function isoOf(local: string): string | null {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
