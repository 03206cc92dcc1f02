/** The newest version of each intervention that any answer, or the stream, told. */
interface Known {
  version: number
  /** Something has changed it since this version: what it is now has not been told yet. */
  behind: number
}
const versions = new Map<number, Known>()

const has = <K extends string>(value: unknown, key: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && key in value

/** Remembers a version; an older one changes nothing. */
export function learnVersion(id: number, version: number): void {
  const known = versions.get(id) ?? { version: 0, behind: 0 }
  versions.set(id, { ...known, version: Math.max(version, known.version) })
}

/** Remembers the version of an intervention that came from the server. */
export function learn(record: unknown): void {
  if (!has(record, 'id') || !has(record, 'version') || !has(record, 'process_state')) return
  const { id, version } = record
  if (typeof id === 'number' && typeof version === 'number') learnVersion(id, version)
}

/** Remembers the record of an answer. */
export function learnFrom(answer: unknown): void {
  if (has(answer, 'record')) learn(answer.record)
}

/** What is known is no longer the newest: a picture was added to it, whose answer does not tell. */
export function outdate(id: number): void {
  const known = versions.get(id)
  if (known) versions.set(id, { ...known, behind: known.version })
}

/** The newest version, or null when only an older one is known. */
export function knownVersion(id: number): number | null {
  const known = versions.get(id)
  return known && known.version > known.behind ? known.version : null
}
