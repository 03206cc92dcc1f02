/** Business time: the clock of what people see, which the demonstration may advance. Real time is `clock_timestamp()`. */
import { askInProcess, type ProcessDb } from './in-process.ts'
import type { Sql } from './scope.ts'

const now = 'select wire_time(app_now())'
const dateOf = (text: string | null) => new Date(text ?? Number.NaN)

export const businessNow = async (sql: Sql): Promise<Date> => dateOf(await sql.json(now, []))

/** The same outside a transaction, in one round trip. */
export const askBusinessNow = async (db: ProcessDb): Promise<Date> => dateOf(await askInProcess(db, now, []))
