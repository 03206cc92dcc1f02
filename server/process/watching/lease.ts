/** Lease of an OLT: one process at a time may store its alarms, and proves it in every transaction. */
import { askInProcess, inProcess, type ProcessDb } from '../../kernel/sql/in-process.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { patient } from '../../kernel/patience.ts'

export interface Lease {
  oltId: number
  owner: string
  fence: number
}

/** Another process holds the OLT, or may hold it: the pending write is void. */
export class LeaseLost extends Error {
  constructor(oltId: number) {
    super(`the lease of OLT ${oltId} is lost`)
    this.name = 'LeaseLost'
  }
}

/** Renewed each second, expires after three, by the database's clock. */
export const leaseTimes = { renewMs: 1000, lifeMs: patient(3000) }

/** Overlap longer than a lease handover, so that no alarm of the OLT is skipped. */
const unheard = '10 s'

// Skips a row locked by another transaction: its process may be stalled.
const takeFree = `
  with made as (
    insert into olt_lease (olt_id, owner, expires_at)
    select asked, $2, clock_timestamp() + $3::interval from unnest($1::int[]) asked
    on conflict (olt_id) do nothing returning olt_id, fence),
  free as (
    select olt_id, clock_timestamp() - expires_at as since from olt_lease
     where olt_id = any($1::int[]) and expires_at < clock_timestamp() for update skip locked),
  gap as (
    insert into olt_gap (olt_id, from_at, to_at, reason)
    select olt_id, app_now() - since, app_now(), 'nobody' from free where since > $4::interval),
  taken as (
    update olt_lease l set owner = $2, fence = l.fence + 1, expires_at = clock_timestamp() + $3::interval
    from free where l.olt_id = free.olt_id returning l.olt_id, l.fence)
  select coalesce(json_agg(json_build_array(olt_id, fence)), '[]')::text
  from (select * from made union all select * from taken) t`

// A row locked by this process's own transaction is renewed by that transaction.
const renewAll = `
  with mine as (
    select olt_id from olt_lease
     where owner = $1 and olt_id = any($2::int[]) and expires_at > clock_timestamp() for update skip locked),
  renewed as (
    update olt_lease l set expires_at = clock_timestamp() + $3::interval from mine where l.olt_id = mine.olt_id
    returning l.olt_id)
  select coalesce(json_agg(json_build_array(l.olt_id, l.fence)), '[]')::text from olt_lease l
   where l.owner = $1 and l.olt_id = any($2::int[])
     and (l.expires_at > clock_timestamp() or l.olt_id in (select olt_id from renewed))`

const giveBack = `
  update olt_lease set expires_at = clock_timestamp() where olt_id = $1 and owner = $2 and fence = $3`

const cursorOf = 'select cursor::text from olt_lease where olt_id = $1'

// Shorter timeout than other transactions: a stalled process must not hold the row.
const proveHeld = `
  with held as (
    update olt_lease set expires_at = clock_timestamp() + $4::interval
     where olt_id = $1 and owner = $2 and fence = $3 and expires_at > clock_timestamp() returning cursor)
  select cursor, set_config('idle_in_transaction_session_timeout', '${patient(2000)}ms', true) from held`

const life = `${leaseTimes.lifeMs} ms`

/** Takes the free leases among these OLTs. A lease that was free for a while leaves a gap, which is stored. */
export async function takeLeases(db: ProcessDb, owner: string, olts: readonly number[]): Promise<Lease[]> {
  if (olts.length === 0) return []
  const taken = JSON.parse((await askInProcess(db, takeFree, [olts, owner, life, unheard])) ?? '[]') as [
    number,
    number,
  ][]
  return taken.map(([oltId, fence]) => ({ oltId, owner, fence }))
}

/** Takes the lease of one OLT if it is free. */
export async function takeLease(db: ProcessDb, oltId: number, owner: string): Promise<Lease | null> {
  return (await takeLeases(db, owner, [oltId]))[0] ?? null
}

/** Renews the owner's leases and returns those still held. */
export async function renewLeases(db: ProcessDb, owner: string, leases: readonly Lease[]): Promise<Lease[]> {
  if (leases.length === 0) return []
  const text = await askInProcess(db, renewAll, [owner, leases.map(({ oltId }) => oltId), life])
  const held = new Map(JSON.parse(text ?? '[]') as [number, number][])
  return leases.filter(({ oltId, fence }) => held.get(oltId) === fence)
}

/** Releases the lease at once for another process. */
export async function releaseLease(db: ProcessDb, { oltId, owner, fence }: Lease): Promise<void> {
  await inProcess(db, (sql) => sql.rows(giveBack, [oltId, owner, fence]))
}

/** The last stored alarm; listening resumes after it. */
export async function leaseCursor(db: ProcessDb, { oltId }: Lease): Promise<number> {
  return Number((await askInProcess(db, cursorOf, [oltId])) ?? 0)
}

/**
 * A transaction that only the lease holder can commit: the lease's row stays locked until its end.
 * `work` gets the last alarm stored.
 * @throws LeaseLost
 */
export async function fenced<T>(
  db: ProcessDb,
  lease: Lease,
  work: (sql: Tx, cursor: number) => Promise<T>,
): Promise<T> {
  return await inProcess(db, async (sql) => {
    const { oltId, owner, fence } = lease
    const [held] = await sql.rows<{ cursor: number }>(proveHeld, [oltId, owner, fence, life])
    if (!held) throw new LeaseLost(oltId)
    return await work(sql, held.cursor)
  })
}

/** Stores the cursor of the last stored alarm, in the same transaction as the alarms. */
export async function moveCursor(sql: Tx, { oltId }: Lease, cursor: number): Promise<void> {
  await sql.rows('update olt_lease set cursor = $2 where olt_id = $1', [oltId, cursor])
}
