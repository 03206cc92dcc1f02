import { treeFallMs } from '@hilo/domain/proof/outages.ts'
import { isUpstream, type Alarm, type Work } from '../work.ts'

type WorkId = Pick<Work, 'id'>
export const acknowledgedKey = ({ id }: WorkId, { port, down_at }: Alarm) => `${id}/${port}/${down_at}`

/** Start of the keys of an alarm whose cause is shared by many ports; null if it concerns its port alone. */
function outagePrefix({ id }: WorkId, alarm: Alarm): string | null {
  if (isUpstream(alarm)) return `${id}/upstream/`
  return alarm.doubt === 'box_feeder' ? `${id}/box_feeder/` : null
}

/** Keys to store when the technician confirms the screen of an alarm: its port's, and its outage's. */
export function acknowledgedKeys(work: WorkId, alarm: Alarm): string[] {
  const outage = outagePrefix(work, alarm)
  return [acknowledgedKey(work, alarm), ...(outage === null ? [] : [outage + alarm.down_at])]
}

/**
 * True if the technician has confirmed the screen of this alarm, or that of the same outage: the ports of one outage are
 * reported one after another and their times may be corrected, and only the first may interrupt the work.
 * @param read keys of the confirmed alarms
 */
export function isAcknowledged(work: WorkId, alarm: Alarm, read: ReadonlySet<string>): boolean {
  if (read.has(acknowledgedKey(work, alarm))) return true
  const outage = outagePrefix(work, alarm)
  if (outage === null) return false
  const downAt = Date.parse(alarm.down_at)
  return [...read].some(
    (key) => key.startsWith(outage) && Math.abs(Date.parse(key.slice(outage.length)) - downAt) <= treeFallMs,
  )
}
