import { accesses } from './access-list.ts'
import { diagnosisCalls } from './diagnose.ts'
import { readCalls } from './read-calls.ts'
import { workCalls } from './work-calls.ts'
import { changes, resets } from './work-list.ts'

/** Accesses: find, read, diagnose, and act on their ONTs. */
export const ont = { ...readCalls, ...diagnosisCalls, ...workCalls }
export const ontLists = {
  'admin_vno/accesses/get': accesses,
  'admin_vno/ont/resets/get': resets,
  'admin_vno/ont/deviceModifications/get': changes,
}
