/**
 * What an operator may be told of an ONT that answers in a box: everything of his own and of those that nobody has, nothing of
 * another operator's. Decided here for every text that leaves (checks, reasons, detections, logs, diagnosis).
 */
import type { Sql } from '../db/scope.ts'

/** States of a work that goes on in a box. */
const open = '(4, 6, 8, 10)'

/**
 * SQL: whether an ONT serves another operator's customer, hangs on a port of his that is being watched, or is what his
 * technician is putting in on the same tree. One that served somebody before, and comes along with a customer who changed
 * operator, is nobody's. In a tenant's own scope the rows of others are hidden, and `ont_in_use` alone speaks of them.
 * All are SQL: `serial` as it was seen, `vno` who asks, `cto` the box, `typed` the serial that his own technician wrote down.
 */
export const foreignOntSql = ({
  serial,
  vno,
  cto,
  typed,
}: Record<'serial' | 'vno' | 'cto' | 'typed', string>): string => `(
  not exists (select from access a where a.ont_serial = ${serial} and a.vno_id = ${vno} and a.state <> 'baja')
  and not exists (select from ont_change c where c.new_serial = ${serial} and c.vno_id = ${vno} and c.state = 'en_curso')
  and (ont_in_use(${serial}, 0)
    or exists (select from event w join event_neighbour n on n.event_id = w.id
      where w.cto_id = ${cto} and w.type = 1 and w.process_state in ${open} and n.vno_id <> ${vno} and n.serial = ${serial})
    or (${serial} is distinct from ${typed} and exists (select from cto b join cto c on c.pon_id = b.pon_id
        join event w on w.cto_id = c.id and w.type = 1 and w.process_state in ${open} and w.vno_id <> ${vno}
        cross join json_array_elements(w.steps) t
      where b.id = ${cto} and t->'data'->>'ont_serial' = ${serial}))))`
const given = { serial: '$3::text', vno: '$1::int', cto: '$2::bigint', typed: '$4::text' }
const selectForeign = `select ${foreignOntSql(given)}::text`

/**
 * Whether an ONT that the OLT shows on the tree of a box is another operator's.
 * @param typed the serial that the operator's own technician wrote down
 */
export async function isForeign(
  sql: Pick<Sql, 'json'>,
  { vno_id, cto_id }: { vno_id: number; cto_id: number },
  serial: string | null,
  typed: string | null = null,
): Promise<boolean> {
  return serial !== null && (await sql.json(selectForeign, [vno_id, cto_id, serial, typed])) === 'true'
}
