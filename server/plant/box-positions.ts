/** Which ONT hangs on which position of a box: what the inventory knows and no OLT does. */
import { eventType, portState, processState } from '@hilo/domain/status.ts'
import { inProcess, type ProcessDb } from '../db/in-process.ts'

/** A position of a box; `serial`: of the ONT that hangs there by the inventory, null where none is known. */
export interface Position {
  id: number
  number: number
  state: number
  serial: string | null
}
export interface BoxPlace {
  ctoId: number
  ponId: number
  oltId: number
  positions: Position[]
}

const { creating, wronglyCreated, created, finalizing, wronglyFinalized, wronglyCancelled } = processState.is
const open = [creating, wronglyCreated, created, finalizing, wronglyFinalized, wronglyCancelled].join(', ')
const recorded = `(select s->'data'->>'ont_serial' from json_array_elements(e.steps) s where s->>'step' = 'final_report')`
const detected = `(select d.steps->0->'data'->>'ont_serial' from event d
  where d.parent_id = e.id and d.type = ${eventType.is.enrollmentDetect} order by d.id desc limit 1)`

// An open intervention says which ONT it has put at its own port, but never at a port that serves somebody else.
const selectPlace = `
  select c.pon_id, n.olt_id, p.id, p.number, p.state, coalesce(w.serial, x.ont_serial) as serial
  from cto c join pon n on n.id = c.pon_id left join port p on p.cto_id = c.id
  left join port_assignment a on a.port_id = p.id and a.ended_at is null left join access x on x.id = a.access_id
  left join lateral (
    select upper(regexp_replace(coalesce(${recorded}, ${detected}), '[^A-Za-z0-9]', '', 'g')) as serial
    from event e
    where e.port_id = p.id and e.type = ${eventType.is.createListener} and e.process_state in (${open})
      and (p.state <> ${portState.is.ocupado} or a.access_id = e.access_id)
    order by e.id desc limit 1) w on true
  where c.id = $1 order by p.number`

type Row = { pon_id: number; olt_id: number } & { [K in keyof Position]: Position[K] | null }

/** Null when there is no such box. */
export async function loadPlace(db: ProcessDb, ctoId: number): Promise<BoxPlace | null> {
  const rows = await inProcess(db, (sql) => sql.rows<Row>(selectPlace, [ctoId]))
  const [first] = rows
  if (!first) return null
  const positions = rows.flatMap(({ id, number, state, serial }) =>
    id === null || number === null || state === null ? [] : [{ id, number, state, serial }],
  )
  return { ctoId, ponId: first.pon_id, oltId: first.olt_id, positions }
}

/** Serials of the box, each once. */
export const serialsOf = ({ positions }: BoxPlace): string[] => [
  ...new Set(positions.flatMap(({ serial }) => serial ?? [])),
]
