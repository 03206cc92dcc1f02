import { createHash } from 'node:crypto'

const orders = new Map<string, string[]>()

/** Sorts by length, then alphabetically, as jsonb does. */
function ordered(names: string[]): string[] {
  const key = names.join()
  let found = orders.get(key)
  if (found === undefined) {
    found = names.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
    orders.set(key, found)
  }
  return found
}

/** A value in PostgreSQL's jsonb text form, which hashes are taken of. */
export function jsonb(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonb).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const entries = value as Record<string, unknown>
  return `{${ordered(Object.keys(value))
    .map((name) => `${JSON.stringify(name)}: ${jsonb(entries[name])}`)
    .join(', ')}}`
}

/** Hash of a link of an intervention's chain, in hexadecimal. */
export function sealOf(link: object, previous: string | null): string {
  const hash = createHash('sha256')
  if (previous !== null) hash.update(Buffer.from(previous, 'hex'))
  return hash.update(jsonb(link)).digest('hex')
}
