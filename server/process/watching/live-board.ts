/** The watched ports of an open intervention as its board shows them: the live view of the judgement, with the figures last read. */
import { eventTimes } from '@hilo/domain/event.ts'
import type { Doubt } from '@hilo/domain/proof/darkness.ts'
import type { LiveCut, LivePort } from '@hilo/domain/proof/live-view.ts'
import { sameMoment } from '@hilo/domain/proof/marks.ts'
import type { NeighbourClass, OpticalState } from '@hilo/domain/status.ts'
import type { PlantReading } from '../../plant/plant.ts'

/** What is kept of one watched port for its board. Moments in milliseconds since 1970. */
export interface PortNow {
  port_id: number
  port: number
  vno_id: number | null
  /** Of the ONT that was here when the intervention began. */
  serial: string | null
  /** The worked port or customer: shown, never counted as harm. */
  worked: boolean
  state: OpticalState
  rx_dbm: number | null
  olt_rx_dbm: number | null
  serial_now: string | null
  read_at: number | null
  /** Begin of the darkness that lasts and began since the request; null while there is none. */
  down_at: number | null
  /** That darkness is settled: its customer, an outage or something unknown explains it. */
  down_excused: boolean
  /** When the light last came back since the request. */
  up_at: number | null
}

/** A cut as it travels with its intervention. */
export interface Alarm {
  port: number
  own: boolean
  class: NeighbourClass | null
  down_at: string
  up_at: string | null
  cut_s: number | null
  gasp: boolean
  notice_at: string | null
  /** Reason why it is undecided; absent if its class is certain or still open. */
  doubt?: Doubt
}

/**
 * True if the technician is alerted at once: a dark neighbour with no explanation but a hand, or most of the box dark, which
 * accuses no one and has to be looked at on site.
 */
export const isTold = ({ class: found, gasp, doubt, up_at }: Alarm): boolean =>
  (found === null && !gasp) || (doubt === 'box_feeder' && up_at === null)

/** True for a dark neighbour whose darkness has no explanation yet. */
export const isAccused = ({ worked, down_at, down_excused }: PortNow): boolean =>
  !worked && down_at !== null && !down_excused

/** True if later evidence (a gasp, a tree outage) may still explain it. */
const isAsked = ({ hand, doubt }: LiveCut) => hand || doubt === 'box_feeder'

/** True if neither the former nor the expected ONT answers here: the light is another customer's. */
const hasStranger = ({ serial }: PortNow, now: string | null, due: string | null) =>
  now !== null && serial !== null && now !== serial && now !== due

/**
 * A port by what is known now.
 * @param due serial of its access by the inventory
 * @param reading the newest of the port; undefined where only alarms have come
 */
export function portNow(before: PortNow, live: LivePort, due: string | null, reading?: PlantReading): PortNow {
  const read = reading?.readAt.getTime() ?? 0
  const isNews = reading !== undefined && reading.state !== 'unknown' && read > (before.read_at ?? -Infinity)
  const figures = isNews
    ? { rx_dbm: reading.rxDbm, olt_rx_dbm: reading.oltRxDbm, serial_now: reading.serial, read_at: read }
    : { rx_dbm: before.rx_dbm, olt_rx_dbm: before.olt_rx_dbm, serial_now: before.serial_now, read_at: before.read_at }
  const answers = (isNews ? reading.state : before.state) === 'online'
  const state = answers && hasStranger(before, figures.serial_now, due) ? 'online' : (live.state ?? before.state)
  const last = live.cuts.at(-1)
  const lasting = last?.to === null ? last : undefined
  return {
    ...before,
    ...figures,
    ...(state !== 'online' && { rx_dbm: null, olt_rx_dbm: null }),
    state,
    down_at: lasting?.from ?? null,
    down_excused: lasting !== undefined && !isAsked(lasting),
    up_at: live.back_at,
  }
}

const wire = (ms: number) => new Date(ms).toISOString()

/**
 * The start of a cut as first shown. The OLT's stored time may move it by seconds, and a moved cut would alarm the phone
 * again.
 */
function begin({ from }: LiveCut, shownCuts: readonly Alarm[]): number {
  const known = shownCuts.map(({ down_at }) => Date.parse(down_at)).find((at) => Math.abs(at - from) <= sameMoment)
  return known ?? from
}

function alarmOf(cut: LiveCut, { port, vno_id }: PortNow, viewer: number, shownCuts: readonly Alarm[]): Alarm {
  const { from, to, own, hand, doubt } = cut
  const down = begin(cut, shownCuts)
  return {
    port,
    own: vno_id === viewer,
    class: cut.class,
    down_at: wire(down),
    up_at: to === null ? null : wire(to),
    cut_s: to === null ? null : Math.floor((to - from) / 1000),
    // Wire name `gasp`: not caused at the box.
    gasp: own,
    notice_at: to === null && hand ? wire(down + eventTimes.notices.operators) : null,
    ...(doubt !== null && { doubt }),
  }
}

/**
 * Every cut of every neighbour, oldest first.
 * @param viewer operator whose ports are marked as its own
 * @param shownCuts the cuts as they were last shown
 */
export function alarmsOf(
  neighbours: readonly (PortNow & { cuts: readonly LiveCut[] })[],
  viewer: number,
  shownCuts: readonly Alarm[],
): Alarm[] {
  const byPort = Map.groupBy(shownCuts, ({ port }) => port)
  return neighbours
    .filter(({ worked }) => !worked)
    .flatMap((one) => one.cuts.map((cut) => alarmOf(cut, one, viewer, byPort.get(one.port) ?? [])))
    .toSorted((a, b) => a.down_at.localeCompare(b.down_at) || a.port - b.port)
}

/**
 * The alarm by which a cut was last shown: the same begin, or a begin that turned out to be earlier, where no other cut of the
 * port begins there.
 */
export function shownBefore(alarm: Alarm, now: readonly Alarm[], shownCuts: readonly Alarm[]): Alarm | undefined {
  const near = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) <= sameMoment
  const before = shownCuts.filter(({ port }) => port === alarm.port)
  const same = before.findLast((one) => near(one.down_at, alarm.down_at))
  if (same) return same
  const others = now.filter((one) => one.port === alarm.port && one !== alarm)
  const within = ({ down_at }: Alarm) => down_at >= alarm.down_at && (alarm.up_at === null || down_at <= alarm.up_at)
  return before.findLast((one) => within(one) && !others.some((other) => near(other.down_at, one.down_at)))
}
