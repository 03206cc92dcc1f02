/** Parses JSON of a known type; later assertions check the content. */
export function json<T>(text: string | null): T {
  return JSON.parse(text ?? 'null') as T
}
