/** Drops for tests. */
import { dropStates, dropTypes } from '@hilo/domain/status.ts'
import type { Database } from '../db/open.ts'
import { insert, unique, type Vno } from './factories.ts'

/** An installed drop, without a port unless `over` names one. */
export const makeDrop = (
  db: Pick<Database, 'owner'>,
  over: { vno_id: number } & Record<string, unknown>,
): Promise<number> => {
  const drop = { label: `D28-${unique()}`, type: 'interior', connection_type: 1, state: 'instalada' }
  return insert(db, 'drop_cable', { ...drop, ...over })
}

/** Drops of an operator, of every type and state, without a port. */
export async function makeDropRows(db: Pick<Database, 'owner'>, vno: Pick<Vno, 'id'>, mark = 'D28'): Promise<void> {
  for (const [i, state] of dropStates.entries()) {
    await insert(db, 'drop_cable', {
      vno_id: vno.id,
      label: `${mark}-${unique()}`,
      type: dropTypes[i % 2],
      connection_type: i % 2,
      length_m: i === 0 ? null : 10 * i,
      state,
    })
  }
}
