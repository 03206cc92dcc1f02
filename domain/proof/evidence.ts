/**
 * What is known of the light of ONTs: alarms that an OLT sent, readings that were taken. The only input of the judgement
 * besides works, outages and settings. Moments are milliseconds since 1970 by the product's own clock: the writer of an
 * alarm or a reading subtracts the OLT's offset first.
 */
import type { DownCause } from '../diagnosis.ts'
import type { OpticalState } from '../status.ts'

/** Received power at the ONT and at the OLT from it, dBm; null where it could not be read. */
export interface Power {
  rx_dbm: number | null
  olt_rx_dbm: number | null
}

/** An ONT lost its light, said that its power goes, or came back. */
export interface AlarmEvidence {
  kind: 'alarm'
  alarm: 'los' | 'dying_gasp' | 'up'
  /** When it happened. */
  at: number
}

/** One reading of one ONT, found by its serial. */
export interface ReadingEvidence extends Power {
  kind: 'reading'
  at: number
  /** `unknown`: the OLT did not answer for this ONT. Never taken for darkness. */
  state: OpticalState
  /** Last change of state that the OLT remembers; null where it does not, or its clock cannot be trusted. */
  last_down_at: number | null
  last_up_at: number | null
  /** Of `last_down_at`; an OLT keeps it while the ONT is up again. */
  last_down_cause: DownCause | null
  /** Distance to the OLT by ranging, metres. */
  distance_m: number | null
  /** It answers, on another PON than that of its box. */
  elsewhere?: boolean
}

export type Evidence = AlarmEvidence | ReadingEvidence

/** An ONT that came up on the PON of the box while it was watched, and was not known at any position of the box. */
export interface Newcomer extends Power {
  serial: string
  at: number
  distance_m: number | null
  /** Port of the box whose access this serial belongs to by inventory; null when it belongs to none of the box. */
  port: number | null
}

/** Median and median absolute deviation of an ONT's received power over 30 days, dBm and dB. */
export interface Baseline {
  median: number
  mad: number
}

/** One position of the box with a customer's ONT, by inventory or by reading, when the work was requested. */
export interface WatchedOnt {
  port: number
  vno_id: number | null
  serial: string | null
  /** The position, or the customer, that the work itself is for: judged by the work's own checks, never a neighbour. */
  worked: boolean
  /** Oldest first, from half an hour before the first work until the judgement. */
  evidence: readonly Evidence[]
  /** Last stored reading with light of the 30 days before the request; null when there is none. */
  last_known: (Power & { at: number; distance_m: number | null }) | null
  /** When a reading first found it dark since its last light, before the request; null where the last one found light, or there is none. */
  found_dark_at: number | null
  baseline: Baseline | null
  /** When its own operator took the line out of service: from then on it is no neighbour. Null while it is in service. */
  ceased_at: number | null
  /** Moments at which its own operator ordered a change of its ONT. */
  changes_ordered: readonly number[]
}

/** An intervention in the box, open or closed. */
export interface Work {
  id: number
  technician_id: number | null
  vno_id: number
  /** The box is watched for it from here on: the request, or the reading prepared for it before. */
  from: number
  /** When it was closed; null while open. */
  to: number | null
  /** End of its control window; null while open. Equal to `to` where its operator wants no controls. */
  control_to: number | null
  /** Positions whose customer it works for, as they were at its request: what happens there while it is open is its own. */
  worked_ports?: readonly number[]
}

/** Darkness that no hand in a box causes: of a whole tree (PON), or of an OLT that restarted. */
export interface Outage {
  scope: 'pon' | 'olt'
  from: number
  /** When most of what had fallen was back; null while it lasts. */
  to: number | null
  /** Set if no alarm gives the start: it began between `from` and this reading, ms since 1970. */
  found?: number
}

/** What one OLT or one PON showed beside the box, from which outages are derived. */
export interface TreeEvidence {
  /** One entry for each ONT of the PON outside the box, known by inventory or seen there. */
  outside: readonly (readonly Evidence[])[]
  /** Restarts of the OLT: `coldStart`, or an uptime that is small. */
  restarts: readonly number[]
}

/** Everything that the judgement of a box rests on. */
export interface BoxEvidence {
  onts: readonly WatchedOnt[]
  newcomers: readonly Newcomer[]
  tree: TreeEvidence
  works: readonly Work[]
}
