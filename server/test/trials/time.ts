/** Business time that passes without what the product does of it depending on how busy the machine is. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/open.ts'

/** An OLT without a listener yet, or that is silent, is not waited for any longer. */
const patienceMs = 60_000
/** From what happens to the last of its alarms on a plant that tells at once, business seconds. */
const tellingS = 3

// An alarm that the inbox holds is judged in a later transaction, which schedules the control of its box: time that passes in between
// would let an earlier control find the cut. What is too much for the inbox is counted in a gap instead; the second copy of an alarm is
// stored nowhere.
const unheard = `select (coalesce(not o.down, true) and exists (select from plant_alarm a where a.olt_id = $1
    and a.due_at <= app_now() + $2 * interval '1 s' and (a.sent is null or a.sent > greatest(0,
      (select max(cursor) from olt_alarm where olt_id = $1), (select max(cursor) from olt_gap where olt_id = $1)))
    and not exists (select from plant_alarm b where b.olt_id = a.olt_id and b.kind = a.kind and b.at = a.at
      and b.port_id is not distinct from a.port_id and b.sent < coalesce(a.sent, b.sent + 1))))
    or exists (select from olt_alarm i join olt_lease l on l.olt_id = i.olt_id where i.olt_id = $1 and i.cursor > l.cursor) as waits
  from (select 1) one left join plant_olt o on o.olt_id = $1`

/** Whether alarms are on their way that come within so many business seconds. */
async function isUnheard({ owner }: Pick<Database, 'owner'>, oltId: number, withinS: number): Promise<boolean> {
  const { rows } = await owner.query<{ waits: boolean }>(unheard, [oltId, withinS])
  return rows[0]?.waits === true
}

/** Waits until every alarm that is due by now is stored and judged. */
async function untilHeard(db: Pick<Database, 'owner'>, oltId: number): Promise<void> {
  const end = performance.now() + patienceMs
  while ((await isUnheard(db, oltId, 0)) && performance.now() < end) await sleep(25)
}

/**
 * Lets time pass until every alarm that is due has been judged. One that is on its way arrives at its own time, not at the end
 * of the leap.
 * @param advance moves the clock by so many seconds
 */
export async function leap<T>(
  db: Pick<Database, 'owner'>,
  oltId: number,
  seconds: number,
  advance: (seconds: number) => Promise<T>,
): Promise<T> {
  const isComing = seconds > tellingS && (await isUnheard(db, oltId, tellingS))
  if (isComing) {
    await advance(tellingS)
    await untilHeard(db, oltId)
  }
  const done = await advance(isComing ? seconds - tellingS : seconds)
  await untilHeard(db, oltId)
  return done
}

const dueJobs = `select exists (select from graphile_worker.jobs where run_at <= now() and task_identifier like 'process.%'
  and attempts < max_attempts) as due`
const settleMs = 120_000

/** Waits until the jobs of the process that are due have been done. */
export async function untilDone({ jobs }: Pick<Database, 'jobs'>): Promise<void> {
  const end = performance.now() + settleMs
  do {
    await sleep(25)
    const { rows } = await jobs.query<{ due: boolean }>(dueJobs)
    if (rows[0]?.due !== true) return
  } while (performance.now() < end)
}
