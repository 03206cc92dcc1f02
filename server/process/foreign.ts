/**
 * Decides whether an ONT in a box may be shown to an operator: its own and unowned ONTs in full, another operator's not at
 * all. Used for every text that leaves (checks, reasons, detections, logs, diagnosis).
 */
import { eventType, processState } from '@hilo/domain/status.ts'
import type { Sql } from '../kernel/sql/scope.ts'

/** States of a work that is in progress in a box. */
const { created, finalizing, wronglyCancelled, wronglyFinalized } = processState.is
const open = `(${[wronglyFinalized, finalizing, created, wronglyCancelled].join(', ')})`

/**
 * SQL: true if an ONT serves another operator's customer, hangs on a watched port of one, or is being installed by another
 * operator's technician on the same tree. An ONT whose customer moved to this operator is not foreign. In a tenant's own scope
 * the rows of others are hidden, so `ont_in_use` alone decides. All parameters are SQL: `serial` as read, `vno` the operator
 * that asks, `cto` the box, `typed` the serial that the operator's own technician recorded.
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
      where w.cto_id = ${cto} and w.type = ${eventType.is.createListener} and w.process_state in ${open} and n.vno_id <> ${vno} and n.serial = ${serial})
    or (${serial} is distinct from ${typed} and exists (select from cto b join cto c on c.pon_id = b.pon_id
        join event w on w.cto_id = c.id and w.type = ${eventType.is.createListener} and w.process_state in ${open} and w.vno_id <> ${vno}
        cross join json_array_elements(w.steps) t
      where b.id = ${cto} and t->'data'->>'ont_serial' = ${serial}))))`
const parameters = { serial: '$3::text', vno: '$1::int', cto: '$2::bigint', typed: '$4::text' }
const selectForeign = `select ${foreignOntSql(parameters)}::text`

/**
 * True if an ONT on the tree of a box belongs to another operator.
 * @param typed serial recorded by the operator's own technician
 */
export async function isForeign(
  sql: Pick<Sql, 'json'>,
  { vno_id, cto_id }: { vno_id: number; cto_id: number },
  serial: string | null,
  typed: string | null = null,
): Promise<boolean> {
  return serial !== null && (await sql.json(selectForeign, [vno_id, cto_id, serial, typed])) === 'true'
}
