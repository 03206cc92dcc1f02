/** Serialization of a query. Pure, so that it can be tested without the network. */
type Value = unknown

const isPlain = (value: Value): value is Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** Omits empty values (undefined, empty text); null is kept, because it clears a field. Arrays keep their positions. */
export function withoutEmpty(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (!isPlain(value)) return value
  const kept = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== '')
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutEmpty(inner)]))
}

/** URL parameters of a GET. */
export function urlParameters(query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '' && value !== null)
  const texts = entries.map(([key, value]): [string, string] => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  return new URLSearchParams(texts).toString()
}

/** Multipart body of a POST: the fields as JSON text under the envelope's name, beside the files. */
export function multipart(query: object, files: Readonly<Record<string, Blob>> = {}, envelope = 'query'): FormData {
  const form = new FormData()
  form.set(envelope, JSON.stringify(withoutEmpty(query)))
  for (const [name, file] of Object.entries(files)) if (file.size > 0) form.set(name, file)
  return form
}
