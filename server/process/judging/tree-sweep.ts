/** A sweep of every ONT of a tree, stored as evidence: the falls stored by the OLT tell an outage from a hand in one box. */
import { askInProcess, type ProcessDb } from '../../kernel/sql/in-process.ts'
import { isSilent } from '../own-state.ts'
import type { Process } from '../process.ts'
import { inProcess } from '../tx.ts'
import { storePonSweep } from '../watching/tree-evidence.ts'
import { watchedEvent } from '../watching/watched-ports.ts'

/**
 * Reads and stores the states of a PON; returns the time. Null if the OLT does not answer: then only alarms give evidence of
 * the tree.
 */
export async function sweepTree({ db, reader }: Process, ponId: number): Promise<Date | null> {
  try {
    const { takenAt, onts } = await reader.readPon(ponId, 'process')
    await inProcess(db, (sql) => storePonSweep(sql, ponId, takenAt, onts))
    return takenAt
  } catch (error) {
    if (isSilent(error)) return null
    throw error
  }
}

/** A watched box that lost so many lights that its tree may have fallen. */
export interface Suspect {
  ponId: number
  ctoId: number
  /** Time of the last fall in the box, ms since 1970. */
  lastAt: number
}

/** Longest time for a tree to fall, ms, allowing for late alarms. */
const fallMs = 120_000
/** Share of the lit ONTs of a box that must fall; below it the judgement assumes no outage of the tree. */
const suspectShare = 0.5

const findSuspects = `
  select coalesce(json_agg(json_build_object('ponId', f.pon_id, 'ctoId', f.cto_id,
    'lastAt', (extract(epoch from f.last_at) * 1000)::int8)), '[]')::text
  from (
    select pon_id, cto_id, count(*) filter (where fallen) as fallen, count(*) filter (where lit) as lit, max(down_at) as last_at
    from (
      select distinct on (n.port_id) c.pon_id, e.cto_id, n.state = 'online' as lit, n.down_at,
        n.down_at > app_now() - $2::int8 * interval '1 ms' and not n.down_excused as fallen
      from event e join event_neighbour n on n.event_id = e.id join cto c on c.id = e.cto_id
      where ${watchedEvent} and e.cto_id = any($1::bigint[])
      order by n.port_id, n.event_id) p
    group by pon_id, cto_id) f
  where f.fallen > 0 and f.fallen >= (f.fallen + f.lit) * ${suspectShare}`

/** Those of the given boxes in which most ONTs have just fallen without explanation. */
export async function suspects(db: ProcessDb, boxes: readonly number[]): Promise<Suspect[]> {
  return JSON.parse((await askInProcess(db, findSuspects, [boxes, fallMs])) ?? '[]') as Suspect[]
}
