import { fromBase64, toBase64 } from './base64.ts'

/**
 * JSON form of database values; types that JSON lacks are marked. Bytes are stored apart, and the value references them
 * by name.
 */
const mark = '$kept'
type Marked = { [mark]: 'blob' | 'bytes' | 'date'; name: string; type?: string }

const isMarked = (value: object): value is Marked => Object.hasOwn(value, mark)

/** The value without its bytes; `keep` stores them and returns their name. */
export async function strip(value: unknown, keep: (base64: string) => Promise<string>): Promise<unknown> {
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Date) return { [mark]: 'date', name: value.toISOString() } satisfies Marked
  if (value instanceof Blob) {
    const name = await keep(toBase64(new Uint8Array(await value.arrayBuffer())))
    return { [mark]: 'blob', name, type: value.type } satisfies Marked
  }
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) {
    return { [mark]: 'bytes', name: await keep(toBase64(new Uint8Array(value))) } satisfies Marked
  }
  if (Array.isArray(value)) return Promise.all(value.map((one: unknown) => strip(one, keep)))
  const entries = Object.entries(value).map(async ([key, one]) => [key, await strip(one, keep)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/** The original value; `find` reads the bytes of a name. */
export async function revive(value: unknown, find: (name: string) => Promise<string>): Promise<unknown> {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return Promise.all(value.map((one: unknown) => revive(one, find)))
  if (isMarked(value)) {
    if (value[mark] === 'date') return new Date(value.name)
    const bytes = fromBase64(await find(value.name))
    return value[mark] === 'blob' ? new Blob([bytes], { type: value.type ?? '' }) : bytes
  }
  const entries = Object.entries(value).map(async ([key, one]) => [key, await revive(one, find)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
