import { cleanLines } from '@hilo/domain/text.ts'

/** Secrets: left unchanged. */
const verbatim = /password|secret|token|verifier/

/**
 * Removes invisible characters from input: controls, zero-width characters and direction marks, which make two names look the
 * same or one read as another. Pasted texts contain them unknowingly, so they are removed rather than refused. One-line fields
 * lose line breaks by their own schema.
 */
export function cleanInput(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return verbatim.test(key) ? value : cleanLines(value)
  if (Array.isArray(value)) return value.map((one) => cleanInput(one, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleanInput(one, name)]))
}
