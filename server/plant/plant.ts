import type { DownCause, Vlan } from '@hilo/domain/diagnosis.ts'
import type { OpticalState } from '@hilo/domain/status.ts'

/**
 * The boundary to the physical network. One implementation per kind of plant; `server/test/plant-suite.ts` says what each must
 * do. An OLT knows PONs, ONT ids and serials; which port of which box an ONT hangs on is the inventory's knowledge and is
 * joined above the boundary (`box-positions.ts`). Powers in dBm, lengths in metres. Moments are those of the OLT's own clock,
 * which may be wrong. Nothing here is trusted: it is checked for type, range and plausibility before it gets through, and what
 * cannot be read is null or `unknown`, never a made-up figure and never darkness.
 */

/** What an OLT has in its own memory of one ONT. */
export interface OntState {
  /** The serial that was asked for; the same as `serial` unless the OLT's index is stale. */
  asked: string | null
  /** The serial that answers. */
  serial: string | null
  ontId: number | null
  /**
   * `los` where the OLT saw the light fail, as of every fibre that is pulled; `offline` only where the ONT is gone and it did
   * not: nobody is blamed for that. An OLT that cannot tell the two apart says `los` of both.
   */
  state: OpticalState
  distanceM: number | null
  /** The last fall; an OLT remembers it while the ONT is up again. */
  lastDownAt: Date | null
  lastDownCause: DownCause | null
  lastUpAt: Date | null
}

/** States of ONTs that are registered on a PON. Who is missing is not known there, or was not answered. */
export interface StatesReading {
  /** When reading began, by the product's clock: nothing in it is older. */
  takenAt: Date
  source: 'olt' | 'simulated'
  onts: OntState[]
}

/** Power of one ONT, asked of the ONT itself over the management channel: slow and rationed. */
export interface OntPower {
  serial: string
  /** Received by the ONT, and by the OLT from it; null without light or reading. */
  rxDbm: number | null
  oltRxDbm: number | null
  /** When it was measured, by the product's clock: an OLT may answer with a figure that it has kept for minutes. */
  measuredAt: Date | null
}

/** What the row of a PON says without its ONTs; `up` is null where the OLT does not say. */
export interface PonState {
  up: boolean | null
  provisioned: number
  online: number
}

/** The states of everything registered on a PON. */
export type PonSweep = PonState & StatesReading

/** An ONT that came up on a PON, or was found there without being registered (`found`: it is not served). */
export interface Candidate {
  serial: string
  ontId: number | null
  kind: 'found' | 'up'
}

/** What one port of a box showed: a state of the OLT joined to a position of the inventory. */
export interface PlantReading {
  portId: number
  /** Number printed beside the port. */
  port: number
  /** False where no serial is known for the position: no OLT can say anything of it, not even that it is dark. */
  seen?: boolean
  /** Serial of the position's ONT; null when none is known, or the OLT does not know it. */
  serial: string | null
  ontId?: number | null
  /** The other PON of the OLT on which the position's ONT was found. */
  elsewherePonId?: number | null
  state: OpticalState
  /** Received by the ONT, and by the OLT from it; null without light or reading. */
  rxDbm: number | null
  oltRxDbm: number | null
  /** When the powers were measured, which may be before the reading: compare only figures of after the last touch. */
  measuredAt?: Date | null
  distanceM: number | null
  /** By the product's clock; null where the OLT's clock cannot be trusted. */
  lastDownAt: Date | null
  lastDownCause: DownCause | null
  lastUpAt: Date | null
  readAt: Date
}

export interface BoxReading {
  ctoId: number
  /** When reading began: nothing in it is older but powers, whose `measuredAt` says so. */
  takenAt: Date
  source: StatesReading['source']
  /** Every position of the box, free ones included, by number. */
  readings: PlantReading[]
}

/** How many ONTs of a PON were up and are up: tells a fault of the tree from a hand in the box. */
export interface PonCount {
  provisioned: number
  online: number
  /** When each of those that are dark went so without a last word: neither switched off nor shut by hand. */
  dropped: Date[]
}

/** When an ONT lost its light without a last word; null when it has light, said why, or nobody knows since when. */
export function fellAt({ state, lastDownAt, lastDownCause }: Fall): Date | null {
  const told = lastDownCause === 'dying_gasp' || lastDownCause === 'admin_down'
  return told || (state !== 'los' && state !== 'offline') ? null : lastDownAt
}
type Fall = Pick<OntState, 'state' | 'lastDownAt' | 'lastDownCause'>

/** What an OLT says of one ONT beyond its light. */
export interface LineDetail {
  serial: string | null
  model: string | null
  software: string | null
  /** Name of its service profile; null when none is set. */
  profile: string | null
  vlan: Vlan | null
  ethernet: 'up' | 'down' | null
  session: 'up' | 'down' | null
  /** Seconds since the ONT started; null in the dark. */
  uptimeS: number | null
  /** Since the ONT started. */
  counters: LineCounters | null
}
/** Each by itself null where the OLT does not have it. */
export interface LineCounters {
  rxBytes: number | null
  txBytes: number | null
  /** Bits in error, words that were mended, words that were lost. */
  bip: number | null
  fecCorrected: number | null
  fecUncorrected: number | null
}

/** What an OLT may be unable to say at all. */
export const plantColumns = ['rx', 'oltRx', 'distance', 'times', 'errors', 'service', 'ethernet', 'session'] as const
export type PlantColumn = (typeof plantColumns)[number]

/** What an OLT or whoever watches it remembers of a line. */
export interface LineHistory {
  /** One an hour, oldest first, of the last 30 days. */
  points: { at: Date; rxDbm: number | null; oltRxDbm: number | null }[]
  /** The last 20 times without light, newest first. */
  downs: { at: Date; cause: DownCause; upAt: Date | null }[]
}

/** What an OLT is told to give to an ONT. */
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
  /** The light of a whole PON failed, and is back. */
  | 'pon_los'
  | 'pon_los_clear'
  /** The OLT itself has started again. */
  | 'agent_restart'

/** One thing the OLT said by itself (a trap). It knows PON, ONT id and serial: which port of a box that is, the inventory says. */
export interface PlantAlarm {
  /** Grows with each alarm of an OLT; where a listener goes on after another one. */
  cursor: number
  oltId: number
  /** Null where it concerns no PON or no single ONT, or the OLT did not say which. */
  ponId: number | null
  ontId: number | null
  serial: string | null
  kind: AlarmKind
  /** By the OLT's own clock, which may be wrong; null where it gives no time. */
  deviceAt: Date | null
  /** By the clock of the receiver. */
  receivedAt: Date
}

/** The clock of an OLT, and for how long it has been running. */
export interface OltTime {
  at: Date
  uptimeS: number | null
}

/** The OLT does not answer. `busy`: it answers that it cannot now. */
export class PlantUnreachable extends Error {
  readonly busy: boolean
  constructor(message: string, busy = false) {
    super(message)
    this.name = 'PlantUnreachable'
    this.busy = busy
  }
}

/**
 * Every question is asked at most once and throws PlantUnreachable when the OLT does not answer in time; the caller decides
 * about trying again and keeps to the read budget.
 */
export interface Plant {
  readonly kind: 'simulated' | 'snmp'
  /** Columns that this OLT does not have: shown as not available there, never as a fault. */
  unsupported(oltId: number): Promise<readonly PlantColumn[]>
  readClock(oltId: number, signal?: AbortSignal): Promise<OltTime>
  /** States from the OLT's own memory: fast and cheap, within 5 s. */
  readStates(ponId: number, serials: readonly string[], signal?: AbortSignal): Promise<StatesReading>
  /** Powers of ONTs that have light; who is missing could not be asked. */
  readPowers(ponId: number, serials: readonly string[], signal?: AbortSignal): Promise<OntPower[]>
  readPonState(ponId: number, signal?: AbortSignal): Promise<PonState>
  /** Everything registered on the PON; may be partial. */
  readPon(ponId: number, signal?: AbortSignal): Promise<PonSweep>
  /** ONTs that came up on the PON after `since`, by the product's clock, and those found there without being registered. */
  candidates(ponId: number, since: Date, signal?: AbortSignal): Promise<Candidate[]>
  /** The PONs of the OLT on which these serials answer or were found; who is seen nowhere is missing. */
  locate(oltId: number, serials: readonly string[], signal?: AbortSignal): Promise<{ serial: string; ponId: number }[]>
  readDetail(ponId: number, serial: string, signal?: AbortSignal): Promise<LineDetail>
  readHistory(ponId: number, serial: string, signal?: AbortSignal): Promise<LineHistory>
  /**
   * Hands over the alarms of an OLT in the order of their arrival, from after `cursor` (null: from now on), until `signal`
   * ends it. `take` is awaited before the next batch, so that an alarm counts as delivered only once it is stored. Alarms may
   * be lost, come twice, late or out of order.
   * @throws PlantUnreachable when the OLT is lost; the listener reads the boxes and comes back
   */
  listen(
    oltId: number,
    cursor: number | null,
    take: (alarms: PlantAlarm[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  /** Starts an ONT again; one without light stays as it is. */
  reset(ponId: number, serial: string, signal?: AbortSignal): Promise<void>
  /** From now on the PON serves this ONT, in the place of `replaced` where one is named. Doing it again changes nothing. */
  provision(ponId: number, service: LineService, replaced: string | null, signal?: AbortSignal): Promise<void>
  /** The ONT is served no longer. Doing it again changes nothing. */
  deprovision(ponId: number, serial: string, signal?: AbortSignal): Promise<void>
}
