import type { DownCause, Vlan } from '@hilo/domain/diagnosis.ts'
import type { LinkState, OpticalState } from '@hilo/domain/status.ts'

/**
 * The boundary to the physical network. One implementation per kind of plant; `server/test/plant-suite.ts` is its contract. An
 * OLT knows PONs, ONT ids and serials; the inventory knows the port of an ONT and is joined above the boundary
 * (`box-positions.ts`). Powers in dBm, lengths in metres. Times are by the OLT's own clock, which may be wrong. All answers
 * are untrusted: they are checked for type, range and plausibility, and unreadable values become null or `unknown`, never an
 * invented figure and never darkness.
 */

/** State of one ONT in the OLT's memory. */
export interface OntState {
  /** The requested serial; equals `serial` unless the OLT's index is stale. */
  asked: string | null
  /** The serial that answers. */
  serial: string | null
  ontId: number | null
  /**
   * `los` if the OLT saw the light fail, as for every pulled fibre; `offline` only if the ONT is gone without LOS, which
   * blames no work. An OLT that cannot distinguish reports `los` for both.
   */
  state: OpticalState
  distanceM: number | null
  /** The last fall; stored also while the ONT is up again. */
  lastDownAt: Date | null
  lastDownCause: DownCause | null
  lastUpAt: Date | null
}

/** States of ONTs registered on a PON. A missing one is unknown there or did not answer. */
export interface StatesReading {
  /** Begin of the reading, by the product's clock: none of it is older. */
  takenAt: Date
  source: 'olt' | 'simulated'
  onts: OntState[]
}

/** Power of one ONT, read from the ONT itself over the management channel: slow and rate-limited. */
export interface OntPower {
  serial: string
  /** Received by the ONT, and by the OLT from it; null without light or answer. */
  rxDbm: number | null
  oltRxDbm: number | null
  /**
   * When it was measured, by the product's clock: an OLT may answer from a cache of minutes. Null if not reported: then it may
   * be as old as cached values get.
   */
  measuredAt: Date | null
}

/** State of a PON without its ONTs; `up` is null if not reported. */
export interface PonState {
  up: boolean | null
  provisioned: number
  online: number
}

/** The states of everything registered on a PON. */
export type PonSweep = PonState & StatesReading

/** An ONT that came up on a PON, or was discovered there without being configured (`found`: not served). */
export interface Candidate {
  serial: string
  ontId: number | null
  kind: 'found' | 'up'
}

/** Reading of one port of a box: a state of the OLT joined to a position of the inventory. */
export interface PlantReading {
  portId: number
  /** Number printed at the port. */
  port: number
  /** False if the position has no known serial: its state cannot be read, not even as dark. */
  seen?: boolean
  /** Serial of the position's ONT; null if unknown to inventory or OLT. */
  serial: string | null
  ontId?: number | null
  /** Another PON of the OLT on which the position's ONT was found. */
  elsewherePonId?: number | null
  state: OpticalState
  /** Received by the ONT, and by the OLT from it; null without light or answer. */
  rxDbm: number | null
  oltRxDbm: number | null
  /** When the powers were measured, maybe before the reading: compare only powers measured after the last touch. */
  measuredAt?: Date | null
  distanceM: number | null
  /** By the product's clock; null if the OLT's clock is not trusted. */
  lastDownAt: Date | null
  lastDownCause: DownCause | null
  lastUpAt: Date | null
  readAt: Date
}

export interface BoxReading {
  ctoId: number
  /** Begin of the reading: no part is older, except powers, which have `measuredAt`. */
  takenAt: Date
  source: StatesReading['source']
  /** Every position of the box by number, including free ones. */
  readings: PlantReading[]
}

/** Data of one ONT beyond its light. */
export interface LineDetail {
  serial: string | null
  model: string | null
  software: string | null
  /** Name of its service profile; null if none is set. */
  profile: string | null
  vlan: Vlan | null
  ethernet: LinkState | null
  session: LinkState | null
  /** Seconds since the ONT started; null while dark. */
  uptimeS: number | null
  /** Since the ONT started. */
  counters: LineCounters | null
}
/** Each null if the OLT lacks it. */
export interface LineCounters {
  rxBytes: number | null
  txBytes: number | null
  /** Bit errors, corrected codewords, lost codewords. */
  bip: number | null
  fecCorrected: number | null
  fecUncorrected: number | null
}

/** Columns that an OLT may lack. */
const plantColumns = ['rx', 'oltRx', 'distance', 'times', 'errors', 'service', 'ethernet', 'session'] as const
export type PlantColumn = (typeof plantColumns)[number]

/** History of a line as stored by the OLT or its monitoring. */
export interface LineHistory {
  /** Hourly, oldest first, of the last 30 days. */
  points: { at: Date; rxDbm: number | null; oltRxDbm: number | null }[]
  /** The last 20 times without light, newest first. */
  downs: { at: Date; cause: DownCause; upAt: Date | null }[]
}

/** Configuration of an ONT on the OLT. */
export interface LineService {
  serial: string
  profile: string | null
  vlan: Vlan | null
}

export type AlarmKind =
  | 'los'
  | 'dying_gasp'
  | 'up'
  | 'registered'
  | 'signal_fail'
  /** The last light of a PON failed; the first one is back. */
  | 'pon_los'
  | 'pon_los_clear'
  /** The OLT itself has restarted. */
  | 'agent_restart'

/** An alarm of the OLT (trap). It has PON, ONT id and serial; the inventory gives the port. */
export interface PlantAlarm {
  /** Ascending per OLT; a listener resumes after it. */
  cursor: number
  oltId: number
  /** Null if it concerns no PON or no single ONT, or the OLT did not say. */
  ponId: number | null
  ontId: number | null
  serial: string | null
  kind: AlarmKind
  /** By the OLT's own clock, which may be wrong; null without a time. */
  deviceAt: Date | null
  /** By the receiver's clock. */
  receivedAt: Date
  /** For `pon_los`: number of ONTs on the PON, and of dying gasps among them; null if not counted. */
  affected?: number | null
  gasps?: number | null
}

/** Clock and uptime of an OLT; null if not reported. */
export interface OltTime {
  at: Date | null
  /** Wraps to 0 after `uptimeWrapS`. */
  uptimeS: number | null
}
/** `sysUpTime` counts hundredths of a second in 32 bits: 497 days, in seconds. */
export const uptimeWrapS = 2 ** 32 / 100

/** The OLT does not answer. `busy`: it refuses for now. */
export class PlantUnreachable extends Error {
  readonly busy: boolean
  constructor(message: string, busy = false) {
    super(message)
    this.name = 'PlantUnreachable'
    this.busy = busy
  }
}

/**
 * Each method queries at most once and throws PlantUnreachable without an answer in time; the caller retries and keeps the
 * read budget.
 */
export interface Plant {
  readonly kind: 'simulated' | 'snmp'
  /** Columns that this OLT lacks: shown as not available, never as a fault. */
  unsupported(oltId: number): Promise<readonly PlantColumn[]>
  readClock(oltId: number, signal?: AbortSignal): Promise<OltTime>
  /** States from the OLT's own memory: fast and cheap, within 5 s. */
  readStates(ponId: number, serials: readonly string[], signal?: AbortSignal): Promise<StatesReading>
  /** Powers of ONTs with light; missing ones could not be read. */
  readPowers(ponId: number, serials: readonly string[], signal?: AbortSignal): Promise<OntPower[]>
  readPonState(ponId: number, signal?: AbortSignal): Promise<PonState>
  /** Everything registered on the PON; may be partial. */
  readPon(ponId: number, signal?: AbortSignal): Promise<PonSweep>
  /** ONTs that came up on the PON after `since` (product's clock), and those discovered there without being configured. */
  candidates(ponId: number, since: Date, signal?: AbortSignal): Promise<Candidate[]>
  /** The PONs of the OLT on which these serials answer or were discovered; others are missing. */
  locate(oltId: number, serials: readonly string[], signal?: AbortSignal): Promise<{ serial: string; ponId: number }[]>
  readDetail(ponId: number, serial: string, signal?: AbortSignal): Promise<LineDetail>
  readHistory(ponId: number, serial: string, signal?: AbortSignal): Promise<LineHistory>
  /**
   * Delivers the alarms of an OLT in order of arrival, from after `cursor` (null: from now on), until `signal` aborts. Awaits
   * `take` before the next batch, so that an alarm counts as delivered only once it is stored. Alarms may be lost, repeated,
   * late or out of order.
   * @throws PlantUnreachable if the OLT is lost; the listener then reads the boxes and reconnects
   */
  listen(
    oltId: number,
    cursor: number | null,
    take: (alarms: PlantAlarm[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  /** Restarts an ONT; no effect on one without light. */
  reset(ponId: number, serial: string, signal?: AbortSignal): Promise<void>
  /** Configures this ONT on the PON, in place of `replaced` if given. Idempotent. */
  provision(ponId: number, service: LineService, replaced: string | null, signal?: AbortSignal): Promise<void>
  /** Removes the ONT's configuration. Idempotent. */
  deprovision(ponId: number, serial: string, signal?: AbortSignal): Promise<void>
}
