const numbers = (version: string) => version.split('.').map(Number)

/** True if the first version is newer, compared number by number. */
export function isNewer(one: string, other: string): boolean {
  const [a, b] = [numbers(one), numbers(other)]
  const places = Array.from({ length: Math.max(a.length, b.length) }, (_, index) => index)
  const at = places.find((index) => (a[index] ?? 0) !== (b[index] ?? 0))
  return at !== undefined && (a[at] ?? 0) > (b[at] ?? 0)
}
