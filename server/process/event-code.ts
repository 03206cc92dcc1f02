import type { Sql } from '../kernel/sql/scope.ts'

/** The next event code: `INT-2026-0001234`. */
export async function nextEventCode(sql: Sql): Promise<string> {
  const code = await sql.json('select next_event_code()', [])
  if (code === null) throw new Error('no code for an event')
  return code
}
