/** Facts outside of the API: load on the OLTs, and integrity of the hash chains. */
import { setTimeout as sleep } from 'node:timers/promises'
import { inProcess } from '../../server/kernel/sql/in-process.ts'
import { reportKey, verifyReport } from '../../server/process/reports/quality-report.ts'
import type { Snapshot } from '@hilo/contract/neighbors/neighbors.ts'
import type { Box, World } from './world.ts'

interface GateCount {
  reads: number
  peak: number
}

export async function readGate({ db }: World): Promise<GateCount> {
  const text = 'select coalesce(sum(reads), 0)::int as reads, coalesce(max(peak), 0)::int as peak from olt_gate'
  const { rows } = await db.owner.query<GateCount>(text)
  return rows[0] ?? { reads: 0, peak: 0 }
}

/** Starts work whose failure is reported where it is awaited, not before. */
function held(work: () => Promise<void>): Promise<void> {
  const running = work()
  running.catch(() => undefined)
  return running
}

/** Polls the running sessions of every OLT; returns the maximum of one OLT. */
export function watchSessions({ db }: World): { stop(): Promise<number> } {
  let on = true
  let most = 0
  const text = `select coalesce(max(n), 0)::int as most from (
    select count(*) as n from olt_session where expires_at > clock_timestamp() group by olt_id) s`
  const watching = held(async () => {
    while (on) {
      const { rows } = await db.owner.query<{ most: number }>(text)
      most = Math.max(most, rows[0]?.most ?? 0)
      await sleep(50)
    }
  })
  return {
    stop: async () => {
      on = false
      await watching
      return most
    },
  }
}

/** Several people read one box continuously; returns the shortest time between two readings of it, seconds. */
export function watchDemand({ operator }: World, box: Box): { stop(): Promise<number> } {
  let on = true
  const taken = new Set<number>()
  const look = async () => {
    while (on) {
      const { record } = await operator.call<{ record: Snapshot }>('admin_vno/neighbors/queryState', { cto_id: box.id })
      taken.add(Date.parse(record.taken_at))
      await sleep(600)
    }
  }
  const viewers = [0, 1, 2].map(() => held(look))
  return {
    stop: async () => {
      on = false
      await Promise.all(viewers)
      const times = [...taken].toSorted((a, b) => a - b)
      return Math.min(...times.slice(1).map((time, index) => time - (times[index] ?? 0))) / 1000
    },
  }
}

/** Verifies every report of the interventions; returns the broken links. */
export async function brokenLinks({ db }: World, ids: readonly number[]): Promise<string[]> {
  const key = await reportKey(db.owner)
  const { rows } = await db.owner.query<{ id: number }>(
    'select id from quality_report where event_id = any($1::bigint[])',
    [ids],
  )
  const broken: string[] = []
  for (const { id } of rows) broken.push(...(await inProcess(db, (sql) => verifyReport(sql, id, key))))
  return broken
}

/** Milliseconds until the plant reports the last darkness of a port; 0 if reported, or never. */
export async function alarmDue({ db }: World, ctoId: number, port: number): Promise<number> {
  const text = `select extract(epoch from a.due_at - app_now())::float8 * 1000 as ms from plant_alarm a join port p on p.id = a.port_id
    where p.cto_id = $1 and p.number = $2 and a.kind = 'los' order by a.id desc limit 1`
  const { rows } = await db.owner.query<{ ms: number }>(text, [ctoId, port])
  return Math.max(0, rows[0]?.ms ?? 0)
}
