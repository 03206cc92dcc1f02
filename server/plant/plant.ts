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
  state: OpticalState
  /** Received by the ONT, and by the OLT from it; null without light or reading. */
  rxDbm: number | null
  oltRxDbm: number | null
  distanceM: number | null
  lastDownAt: Date | null
  lastDownCause: 'los' | 'dying_gasp' | 'admin_down' | 'unknown' | null
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
  /** Went dark without a dying gasp within the last two minutes. */
  droppedLately: number
}

export type AlarmKind = 'los' | 'dying_gasp' | 'up' | 'signal_fail' | 'registered'

/** One thing the OLT said by itself (a trap). */
export interface PlantAlarm {
  /** Grows with each alarm of an OLT; where a listener goes on after another one. */
  cursor: number
  oltId: number
  ponId: number
  ctoId: number
  portId: number
  kind: AlarmKind
  /** When it happened at the OLT; it arrives later. */
  at: Date
  serial: string | null
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
}
