/** Evidence between the snapshots of an intervention: changes found by readings, and alarms after its end. */
import { eventType, processState } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import { schedule } from '../schedule.ts'

/**
 * A reading is stored if the light changed by this, dB, if an alarm came since the last stored one, or if that is older than
 * an hour.
 */
const changedDb = 0.3
const insertNews = `
  insert into ont_reading (cto_id, port_id, at, serial, state, rx_dbm, olt_rx_dbm, distance_m, last_down_at, last_down_cause,
    last_up_at, elsewhere)
  select $1, r."portId", r."readAt", r.serial, r.state, case when r.fresh then r."rxDbm" end,
    case when r.fresh then r."oltRxDbm" end, r."distanceM", r."lastDownAt", r."lastDownCause",
    r."lastUpAt", coalesce(r."elsewherePonId" is not null, false)
  from (select s.*, coalesce(s."measuredAt" >= s."readAt" - interval '1 minute', true) as fresh
    from json_to_recordset($2::json) as s("portId" bigint, "readAt" timestamptz, serial text, state text, "rxDbm" numeric,
    "oltRxDbm" numeric, "distanceM" int, "lastDownAt" timestamptz, "lastDownCause" text, "lastUpAt" timestamptz,
    "elsewherePonId" int, "measuredAt" timestamptz)) r
  where r.state <> 'unknown' and not exists (
    select from (select * from ont_reading l where l.port_id = r."portId" order by l.at desc limit 1) l
    where l.state = r.state and l.serial is not distinct from r.serial and l.last_down_at is not distinct from r."lastDownAt"
      and l.last_up_at is not distinct from r."lastUpAt" and l.at > r."readAt" - interval '1 hour'
      and abs(coalesce(l.rx_dbm, 0) - coalesce(r."rxDbm", 0)) < ${changedDb}
      and not exists (select from olt_alarm a
        where a.cto_id = $1 and a.port_id = r."portId" and a.at > l.at and a.at <= r."readAt"))`

/** Hourly upkeep: deletes expired readings. */
export const readingRetention = `delete from ont_reading where at < now() - interval '40 days'`

/** Stores the readings of the ONTs of a watched box. Runs in the scope of all operators. */
export async function keepEvidence(sql: Tx, { ctoId, readings }: Pick<BoxAnswer, 'ctoId' | 'readings'>): Promise<void> {
  await sql.rows(insertNews, [ctoId, JSON.stringify(readings)])
}

const { finalized, cancelled, finalizedSync, canceledSync, error } = processState.is
const inControl = `
  select e.id from event e where e.cto_id = any($1::bigint[]) and e.type = ${eventType.is.createListener}
    and e.process_state in (${[finalized, cancelled, finalizedSync, canceledSync, error].join(', ')})
    and work_ended(e) > app_now() - interval '24 hours' and not e.degraded
    and coalesce(setting_of(e.vno_id, 'controls') @> '"control_24h"', true)`
/** Delay, ms, so that a short cut can end or a tree outage can show. */
const judgeAfterMs = 120_000

/** Light failed in these boxes: judges interventions that ended within the day again. */
export async function judgeAgain(sql: Tx, boxes: readonly number[]): Promise<void> {
  if (boxes.length === 0) return
  for (const { id } of await sql.rows<{ id: number }>(inControl, [boxes]))
    await schedule(
      sql,
      'process.control',
      id,
      { phase: 'live' },
      { at: { afterMs: judgeAfterMs }, key: `control:${id}` },
    )
}
