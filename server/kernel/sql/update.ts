/** Sets columns of one row, and its version and time of change. `$1`: its id; `$2` and following: the columns. */
export function updateStatement(table: string, columns: readonly string[]): string {
  const sets = columns.map((name, index) => `${name} = $${index + 2}`)
  return `update ${table} set ${[...sets, 'version = version + 1', 'updated_at = app_now()'].join(', ')} where id = $1`
}
