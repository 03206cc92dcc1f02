import { clockLock } from '../../process/schedule.ts'

export const boxByCode = 'select id from cto where code = $1'

/** Resets the failure gate of an OLT that was restored. */
export const trustOlt = `
  update olt_gate g set failures = 0, closed_until = null, power_failures = 0, power_closed_until = null
  from cto c join pon n on n.id = c.pon_id
  where c.id = $1 and g.olt_id = n.olt_id`

/** Waits for transactions that schedule by the old time; later ones read the new time. */
export const advanceClock = `
  with moved as (update demo_clock set offset_s = offset_s + $1 returning 1)
  select pg_advisory_xact_lock(${clockLock}) from moved`
export const advanceJobs = 'select app_advance_jobs($1)'
/** A separate statement: within the update's statement the clock still has the old value. */
export const clock = `
  select json_build_object('result_flag', 1, 'record', json_build_object('now', wire_time(app_now()), 'offset_s', offset_s))
  from demo_clock`
