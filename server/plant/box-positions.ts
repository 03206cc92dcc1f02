/** Which ONT hangs at which position of a box: known to the inventory, not to an OLT. */
import { eventType, portState, processState } from '@hilo/domain/status.ts'
import { askInProcess, type ProcessDb } from '../kernel/sql/in-process.ts'

/** A position of a box; `serial`: of its ONT by the inventory, null if none is known. */
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

// An open intervention gives the ONT at its own port, unless the port serves another customer.
const selectPlace = `
  select json_build_object('ponId', c.pon_id, 'oltId', n.olt_id, 'positions', coalesce(json_agg(json_build_object('id', p.id,
      'number', p.number, 'state', p.state, 'serial', coalesce(w.serial, x.ont_serial)) order by p.number)
    filter (where p.id is not null), '[]'))::text
  from cto c join pon n on n.id = c.pon_id left join port p on p.cto_id = c.id
  left join port_assignment a on a.port_id = p.id and a.ended_at is null left join access x on x.id = a.access_id
  left join lateral (
    select upper(regexp_replace(coalesce(${recorded}, ${detected}), '[^A-Za-z0-9]', '', 'g')) as serial
    from event e
    where e.port_id = p.id and e.type = ${eventType.is.createListener} and e.process_state in (${open})
      and (p.state <> ${portState.is.ocupado} or a.access_id = e.access_id)
    order by e.id desc limit 1) w on true
  where c.id = $1 group by c.pon_id, n.olt_id`

/** Null if there is no such box. */
export async function loadPlace(db: ProcessDb, ctoId: number): Promise<BoxPlace | null> {
  const text = await askInProcess(db, selectPlace, [ctoId])
  return text === null ? null : { ctoId, ...(JSON.parse(text) as Omit<BoxPlace, 'ctoId'>) }
}

/** Serials of the box, without duplicates. */
export const serialsOf = ({ positions }: BoxPlace): string[] => [
  ...new Set(positions.flatMap(({ serial }) => serial ?? [])),
]
