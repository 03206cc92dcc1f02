/** When most of a tree falls at once, no hand in a box did it: nobody is accused, and the neutral operator is told once. */
import { wholePon, type Lights } from '@hilo/domain/live-cuts.ts'
import { askInProcess, type ProcessDb } from '../../db/in-process.ts'
import { fellAt, type PlantReading, type PonCount } from '../../plant/plant.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import { upstream } from '../watching/cuts.ts'
import { fenced, type Lease } from '../watching/lease.ts'
import { observeBoxes } from '../watching/observe.ts'
import type { Process } from '../process.ts'
import { tellTree } from '../notices/event-notices.ts'
import { inProcess } from '../tx.ts'
import { watchedEvent } from '../watching/watched-ports.ts'

/** A box in which most neighbours fell lately: worth a question about its tree. */
export interface Suspect {
  ponId: number
  ctoId: number
  /** Neighbours that had light, and those of them that have just lost it. */
  online: number
  dropped: number
  /** When the last of them fell, and since when such falls were counted, in milliseconds since 1970. */
  lastAt: number
  since: number
}

/** A tree falls within this time, however late its alarms come; in milliseconds. */
const fallMs = 120_000

// Whom a fall of the tree has acquitted counts as fallen: the alarms of one fault come apart, and the last of them is as little to blame.
const findSuspects = `
  select coalesce(json_agg(json_build_object('ponId', t.id, 'ctoId', c.id, 'online', f.online,
    'dropped', f.dropped, 'lastAt', f.last_at,
    'since', (extract(epoch from app_now()) * 1000)::int8 - $2::int8)), '[]')::text
  from (
    select cto_id, count(*) filter (where not preexisting) as online, count(*) filter (where fallen) as dropped,
      count(*) filter (where fallen and not acquitted) as blamed,
      (extract(epoch from max(down_at) filter (where fallen)) * 1000)::int8 as last_at
    from (
      select distinct on (n.port_id) e.cto_id, n.port_id, n.preexisting and n.up_at is null as preexisting, n.down_at,
        n.down_at > app_now() - $2::int8 * interval '1 ms' and not n.down_gasp as fallen,
        coalesce((n.cuts->-1->>'upstream')::boolean, false) as acquitted
      from event e join event_neighbour n on n.event_id = e.id
      where ${watchedEvent} and e.cto_id = any($1::bigint[])
      order by n.port_id, n.event_id) p
    group by cto_id) f
  join cto c on c.id = f.cto_id join pon t on t.id = c.pon_id
  where f.blamed > 0 and f.dropped >= f.online * 0.8`

/** Boxes, among those given, whose neighbours have nearly all fallen. */
export async function suspects(db: ProcessDb, boxes: readonly number[]): Promise<Suspect[]> {
  return JSON.parse((await askInProcess(db, findSuspects, [boxes, fallMs])) ?? '[]') as Suspect[]
}

/** Whether the tree of these boxes has fallen with them. */
export function treeFell(found: readonly Suspect[], pon: PonCount): boolean {
  const sum = (pick: (one: Suspect) => number) => found.reduce((total, one) => total + pick(one), 0)
  const box = { online: sum((one) => one.online), dropped: sum((one) => one.dropped) }
  return wholePon(lightsOf(pon, Math.min(...found.map((one) => one.since))), box)
}

/** Who had light in a tree, and fell after a moment: what has been dark for longer says nothing of what happens now. */
function lightsOf({ online, dropped }: Pick<PonCount, 'online' | 'dropped'>, since: number): Lights {
  const fallen = dropped.filter((at) => at.getTime() > since).length
  return { online: online + fallen, dropped: fallen }
}

/**
 * Whether the whole tree has fallen together with what a reading of one of its boxes has lost.
 * @throws Problem OLT_UNREACHABLE, OLT_BUSY
 */
export async function treeDown(
  { db, reader }: Process,
  { ctoId, readings }: Pick<BoxAnswer, 'ctoId' | 'readings'>,
  lost: readonly PlantReading[],
): Promise<boolean> {
  const falls = fallsOf(lost)
  if (falls.length === 0) return false
  const since = Math.max(...falls.map((at) => at.getTime())) - fallMs
  const ponId = await inProcess(db, (sql) => sql.json('select pon_id::text from cto where id = $1', [ctoId]))
  const pon = await reader.countPon(Number(ponId), 'process')
  const online = readings.filter(({ state }) => state === 'online').length
  return wholePon(lightsOf(pon, since), lightsOf({ online, dropped: fallsOf(readings) }, since))
}

const fallsOf = (readings: readonly PlantReading[]) => readings.map(fellAt).filter((at) => at !== null)

const boxesOfPon = `
  select distinct e.cto_id as id from event e join cto c on c.id = e.cto_id where c.pon_id = $1 and ${watchedEvent}`
/**
 * Takes the blame from every neighbour of the tree that has fallen with it, and says so once.
 * @throws LeaseLost
 */
export async function acquit(db: ProcessDb, lease: Lease, found: readonly Suspect[]): Promise<void> {
  const [first] = found
  if (!first) return
  const from = first.lastAt - fallMs
  await fenced(db, lease, async (sql) => {
    const boxes = (await sql.rows<{ id: number }>(boxesOfPon, [first.ponId])).map(({ id }) => id)
    await observeBoxes(sql, boxes, (before) => ({ ...before, ...upstream(before, from) }))
    await tellTree(sql, { cto_id: first.ctoId })
  })
}
