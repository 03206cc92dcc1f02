import type { Row } from '../copy.ts'
import { mix } from '../rng.ts'
import { hour, minute, stamp } from '../time.ts'

/** A notice. */
export interface Notice {
  kind: string
  at: number
  vnoId: number | null
  technicalId: number | null
  eventId: number
  caseId: number | null
  payload: Record<string, unknown>
}

export const noticeColumns = 'id, vno_id, technical_id, kind, event_id, case_id, payload, at, read_at, created_at'

/** Notices, oldest first; the older ones are marked as read. */
export function noticeRows(notices: readonly Notice[], now: number): Row[] {
  return notices
    .toSorted((one, other) => one.at - other.at)
    .map(({ kind, at, vnoId, technicalId, eventId, caseId, payload }, index) => {
      const read = at + (2 + (mix(114, eventId, caseId ?? 0) % 80)) * minute
      const when = stamp(at)
      const seen = read < now - hour ? stamp(read) : null
      return [index + 1, vnoId, technicalId, kind, eventId, caseId, JSON.stringify(payload), when, seen, when]
    })
}
