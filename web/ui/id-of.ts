/** An id in an address, alone or before its code (`12~VAL01-0312-07`); undefined if it is none. */
export function idOf(value: unknown): number | undefined {
  const id = Number(typeof value === 'string' ? value.split('~', 1)[0] : value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
