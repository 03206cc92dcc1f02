/** Strays: ONTs that answer on a PON without an access. An OLT cannot say at which port such an ONT hangs. */
import { darkAfterMs } from '@hilo/domain/enrollment.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { PlantAlarm } from '../../plant/plant.ts'
import { addJob } from '../schedule.ts'
import { writeNotice } from '../notices/notify.ts'
import type { Process } from '../process.ts'
import { inProcess } from '../tx.ts'
import { watchedEvent } from './watched-ports.ts'

/** Job that checks a PON where an ONT came up that the inventory does not have there. */
export const strayTask = 'process.stray'

// While a work is open on the PON the ONT may belong to it: the check is repeated later.
const selectPon = `
  select n.id, n.code, n.olt_id, app_now() as now, exists (
    select from event e join cto c on c.id = e.cto_id where c.pon_id = n.id and ${watchedEvent}) as busy
  from pon n where n.id = $1`
// An ordered ONT change or an intervention that recorded the serial accounts for the ONT.
const selectStrays = `
  select s as serial from unnest($2::text[]) s
   where not exists (select from access x join cto c on c.id = x.cto_id
       where x.ont_serial = s and x.state <> 'baja' and c.pon_id = $1)
     and not exists (select from ont_change h where h.new_serial = s and h.state = 'en_curso')
     and not exists (select from event e cross join json_array_elements(e.steps) t where ${watchedEvent}
       and t->>'step' = 'final_report' and t->'data'->>'ont_serial' = s)`
const keepStrays = `
  with gone as (delete from pon_stray where pon_id = $1 and serial <> all($2::text[])),
  seen as (
    insert into pon_stray (pon_id, serial, first_seen_at) select $1, s, app_now() from unnest($2::text[]) s
    on conflict (pon_id, serial) do nothing)
  select 1`
// In one statement, so that two concurrent checks notify once.
const takeUntold = `update pon_stray set told_at = app_now() where pon_id = $1 and told_at is null returning serial`

interface Pon {
  id: number
  code: string
  olt_id: number
  busy: boolean
  now: Date
}

/** One check may see an ONT that is being installed: the check runs after ten minutes of business time. */
async function scheduleLook(sql: Tx, ponId: number): Promise<void> {
  const key = `${strayTask}:${ponId}`
  await addJob(sql, strayTask, key, { pon_id: ponId }, { at: { afterMs: darkAfterMs }, key })
}

/**
 * Schedules checks of the PONs where an ONT came up that the inventory does not have there.
 * @param placed cursors of the alarms whose ONT the inventory has on that PON
 */
export async function suspectStrays(
  sql: Tx,
  alarms: readonly PlantAlarm[],
  placed: ReadonlySet<number>,
): Promise<void> {
  const pons = alarms.flatMap(({ kind, ponId, serial, cursor }) =>
    (kind === 'up' || kind === 'registered') && ponId !== null && serial !== null && !placed.has(cursor) ? [ponId] : [],
  )
  for (const ponId of [...new Set(pons)].sort((one, two) => one - two)) await scheduleLook(sql, ponId)
}

/** Serials that answer on the PON, configured or discovered; null if the OLT does not answer. */
async function look({ reader }: Process, { id, now }: Pon): Promise<string[] | null> {
  try {
    const { onts } = await reader.readPon(id, 'process')
    const found = await reader.candidates(id, now, 'process')
    const lit = onts.flatMap(({ serial, state }) => (state === 'online' && serial !== null ? [serial] : []))
    return [...new Set([...lit, ...found.map(({ serial }) => serial)])]
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** The job: sweeps the PON and notifies the neutral operator of each stray once, as long as it stays. */
export async function strayJob(process: Process, payload: unknown): Promise<void> {
  const { pon_id: id, port_id: port } = payload as { pon_id?: unknown; port_id?: unknown }
  // Queued by a version that checked ports: an OLT cannot answer it.
  if (port !== undefined) return
  if (typeof id !== 'number') throw new Error('a look at a PON names none')
  const find = async (sql: Tx) => (await sql.rows<Pon>(selectPon, [id]))[0]
  const pon = await inProcess(process.db, find)
  if (!pon) return
  if (pon.busy) return await inProcess(process.db, (sql) => scheduleLook(sql, id))
  const lit = await look(process, pon)
  await inProcess(process.db, async (sql) => {
    if (lit === null) return await scheduleLook(sql, id)
    const strays = (await sql.rows<{ serial: string }>(selectStrays, [id, lit])).map(({ serial }) => serial)
    await sql.rows(keepStrays, [id, strays])
    const to = { vnoId: null, technicalId: null, eventId: null, caseId: null }
    for (const { serial } of await sql.rows<{ serial: string }>(takeUntold, [id]))
      await writeNotice(sql, { ...to, kind: 'ont_without_owner', payload: { pon_code: pon.code, serial } })
  })
}
