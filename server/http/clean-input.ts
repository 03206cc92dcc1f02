import { cleanLines } from '@hilo/domain/text.ts'

/** Fields whose characters are the secret itself: they travel as they were typed. */
const verbatim = /password|secret|token|verifier/

/**
 * What a request brings, without characters that nobody sees: controls, zero-width characters and marks of direction, which
 * make two names look the same or one read as another. Pasted texts bring them without their writer's knowledge, so they are
 * taken out rather than refused. Fields of one line lose their line ends by their own schema.
 */
export function cleanInput(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return verbatim.test(key) ? value : cleanLines(value)
  if (Array.isArray(value)) return value.map((one) => cleanInput(one, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleanInput(one, name)]))
}
