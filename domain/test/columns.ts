/** What tests compare of records. */

/** One field of every record. */
export const columnOf = <R, F extends keyof R>(records: readonly R[], field: F): R[F][] =>
  records.map((record) => record[field])

/** Some fields of every record, as tuples. */
export const columnsOf = <R, const F extends readonly (keyof R)[]>(
  records: readonly R[],
  ...fields: F
): { -readonly [I in keyof F]: R[F[I]] }[] =>
  records.map((record) => fields.map((field) => record[field]) as { -readonly [I in keyof F]: R[F[I]] })
