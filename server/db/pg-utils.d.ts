declare module 'pg/lib/utils.js' {
  /** Turns a JavaScript value into what the text protocol sends. */
  export function prepareValue(value: unknown): unknown
}
