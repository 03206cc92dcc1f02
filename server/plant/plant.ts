import type { DownCause, Vlan } from '@hilo/domain/diagnosis.ts'
import type { OpticalState } from '@hilo/domain/status.ts'

/**
 * The boundary to the physical network. One implementation per kind of plant; `plant.test.ts` says what each must do.
 * Powers in dBm, lengths in metres. Nothing here is trusted: readings are checked for type, range and plausibility before
 * they get through, and what cannot be read is null or `unknown`, never a made-up figure.
 */

/** What one port of a box showed. */
export interface PlantReading {
  portId: number
  /** Number printed beside the port. */
  port: number
  /** Serial of the ONT that answers there; null when none is provisioned. */
  serial: string | null
  /**
   * `los` where the OLT saw the light fail, as of every fibre that is pulled; `offline` only where the ONT is gone and it did
   * not: nobody is blamed for that. An OLT that cannot tell the two apart says `los` of both.
   */
  state: OpticalState
  /** Received by the ONT, and by the OLT from it; null without light or reading. */
  rxDbm: number | null
  oltRxDbm: number | null
  distanceM: number | null
  lastDownAt: Date | null
  lastDownCause: DownCause | null
  lastUpAt: Date | null
  readAt: Date
}

export interface BoxReading {
  ctoId: number
  /** When reading began: nothing in it is older. */
  takenAt: Date
  source: 'olt' | 'simulated'
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
type Fall = Pick<PlantReading, 'state' | 'lastDownAt' | 'lastDownCause'>

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
export interface LineCounters {
  rxBytes: number
  txBytes: number
  /** Bits in error, words that were mended, words that were lost. */
  bip: number
  fecCorrected: number
  fecUncorrected: number
}

/** A PON with whether there is any light in it. */
export type PonState = PonCount & { up: boolean }

/** One line with everything that it is judged by. */
export interface LineReading {
  /** The whole box: the line's own position among its neighbours. */
  box: BoxReading
  pon: PonState
  detail: LineDetail
}

/** What an OLT or whoever watches it remembers of a line. */
export interface LineHistory {
  /** One an hour, oldest first, of the last 30 days. */
  points: { at: Date; rxDbm: number | null; oltRxDbm: number | null }[]
  /** The last 20 times without light, newest first. */
  downs: { at: Date; cause: DownCause; upAt: Date | null }[]
}

/** What an OLT is told to give to the ONT of a position. */
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

/** The OLT does not answer. `busy`: it answers that it cannot now. */
export class PlantUnreachable extends Error {
  readonly busy: boolean
  constructor(message: string, busy = false) {
    super(message)
    this.name = 'PlantUnreachable'
    this.busy = busy
  }
}

export interface Plant {
  readonly kind: 'simulated' | 'snmp'
  /**
   * Reads every position of a box at its OLT. Asks at most once; the caller decides about trying again and keeps to the
   * read budget.
   * @throws PlantUnreachable after at most 5 s
   */
  readBox(ctoId: number, signal?: AbortSignal): Promise<BoxReading>
  /** @throws PlantUnreachable */
  countPon(ponId: number, signal?: AbortSignal): Promise<PonCount>
  /**
   * Hands over the alarms of an OLT in order, from after `cursor` (null: from now on), until `signal` ends it. `take`
   * is awaited before the next batch, so that an alarm counts as delivered only once it is stored.
   * @throws PlantUnreachable when the OLT is lost; the listener reads the boxes and comes back
   */
  listen(
    oltId: number,
    cursor: number | null,
    take: (alarms: PlantAlarm[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  /**
   * The serial of an ONT that has newly appeared on the PON of the box and answers at that port, or null.
   * @throws PlantUnreachable
   */
  detect(ctoId: number, portId: number, signal?: AbortSignal): Promise<string | null>
  /**
   * The PON first, which is told to `heard` at once, then the box and the ONT.
   * @throws PlantUnreachable
   */
  readLine(ctoId: number, portId: number, signal?: AbortSignal, heard?: (pon: PonState) => void): Promise<LineReading>
  /** @throws PlantUnreachable */
  readHistory(ctoId: number, portId: number, signal?: AbortSignal): Promise<LineHistory>
  /**
   * Starts the ONT of a position again; one without light stays as it is.
   * @throws PlantUnreachable
   */
  reset(ctoId: number, portId: number, signal?: AbortSignal): Promise<void>
  /**
   * From now on the position serves this ONT and no other. Doing it again changes nothing.
   * @throws PlantUnreachable
   */
  provision(ctoId: number, portId: number, service: LineService, signal?: AbortSignal): Promise<void>
  /**
   * The ONT of the position is served no longer. Doing it again changes nothing.
   * @throws PlantUnreachable
   */
  deprovision(ctoId: number, portId: number, signal?: AbortSignal): Promise<void>
}
