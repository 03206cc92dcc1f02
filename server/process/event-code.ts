import type { Sql } from '../db/scope.ts'

/** The next code of an intervention or of a request of one: `INT-2026-0001234`. */
export async function nextEventCode(sql: Sql): Promise<string> {
  const code = await sql.json('select next_event_code()', [])
  if (code === null) throw new Error('no code for an event')
  return code
}
