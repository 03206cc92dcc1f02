/** Rows of work on lines, for the tests over every list. */
import type { Database } from '../db/open.ts'
import { insert, unique, type Vno } from './factories.ts'
import { makeCustomer } from './field.ts'
import type { TestServer } from './harness.ts'
import { makeCto, makeEvent } from './plant-factories.ts'

type Db = Pick<Database, 'owner'>

/** One row in each list of lines, of one access; texts begin with `mark`. */
export async function makeLineRows(
  db: TestServer['db'] & Db,
  vno: Pick<Vno, 'id'>,
  { at, mark = '', odd = false }: { at: Date; mark?: string; odd?: boolean },
): Promise<void> {
  const cto = await makeCto(db)
  const { port, access: access_id } = await makeCustomer(db, cto, vno)
  const state = odd ? 'activo' : 'en_baja'
  const code = `AC-${mark}${unique()}`
  await db.owner.query('update access set code = $2, state = $3, customer_ref = $4, ont_serial = $5 where id = $1', [
    access_id,
    code,
    state,
    `${mark}REF-${unique()}`,
    `${mark}HWTC${unique().slice(0, 8)}`,
  ])
  const place = { access_id, vno_id: vno.id, cto_id: cto.id, port_id: port.id }
  const reason = `${mark}Motivo`
  await insert(db, 'ont_reset', { ...place, reason, state: odd ? 'confirmado' : 'fallido', requested_at: at })
  await insert(db, 'ont_change', {
    ...place,
    old_serial: `${mark}HWTC${unique().slice(0, 8)}`,
    new_serial: `ZTEG${unique().slice(0, 8)}`,
    reason: 'mejora',
    old_returned: true,
    state: odd ? 'hecho' : 'revertido',
    requested_at: at,
    deadline_at: at,
  })
  const asked = { type: 7, process_state: odd ? 11 : 7, access_id, work_kind: null, created_at: at }
  const { id: event_id } = await makeEvent(db, { vno, cto, ...asked })
  await db.owner.query(
    `insert into unsubscription (event_id, vno_id, access_id, requested_date, reason, retire_drop) values ($1, $2, $3, $4, $5, false)`,
    [event_id, vno.id, access_id, at, reason],
  )
  await insert(db, 'feasibility', {
    vno_id: vno.id,
    asked: { address: `${mark}Calle Mayor` },
    result: odd ? 'factible' : 'cto_copada',
    ctos: '[]',
    products: '[]',
    valid_until: at,
    created_at: at,
  })
}
