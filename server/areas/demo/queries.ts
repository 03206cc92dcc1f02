import { clockLock } from '../../process/event-row.ts'

export const boxByCode = 'select id from cto where code = $1'

/** An OLT brought up again has not failed: nobody has to leave it alone any longer. */
export const trustOlt = `
  update olt_gate g set failures = 0, closed_until = null, power_failures = 0, power_closed_until = null
  from cto c join pon n on n.id = c.pon_id
  where c.id = $1 and g.olt_id = n.olt_id`

/** Waits for what is being scheduled by the old time; what comes after reads the new one. */
export const advanceClock = `
  with moved as (update demo_clock set offset_s = offset_s + $1 returning 1)
  select pg_advisory_xact_lock(${clockLock}) from moved`
export const advanceJobs = 'select app_advance_jobs($1)'
/** A statement of its own: within that of the change the clock still stands where it was. */
export const clock = `
  select json_build_object('result_flag', 1, 'record', json_build_object('now', wire_time(app_now()), 'offset_s', offset_s))
  from demo_clock`
