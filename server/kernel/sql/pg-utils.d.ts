declare module 'pg/lib/utils.js' {
  /** Converts a JavaScript value to the text protocol. */
  export function prepareValue(value: unknown): unknown
}
