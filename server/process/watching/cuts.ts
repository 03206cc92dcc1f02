/** What alarms and readings tell of one watched port, in whatever order they come: its cuts, and whether there is light. */
import { byHand, outages, ownDoing, type Cut } from '@hilo/domain/live-cuts.ts'
import { shortCut } from '@hilo/domain/proof/finding.ts'
import { eventTimes } from '@hilo/domain/event.ts'
import type { NeighbourClass, OpticalState } from '@hilo/domain/status.ts'
import type { PlantReading } from '../../plant/plant.ts'
import type { PlacedAlarm } from './alarm-position.ts'

/** A loss of light; `upstream`: the whole tree fell, which no hand in a box can do. */
export interface SeenCut extends Cut {
  upstream?: boolean
}

/** A watched port as it is worked on; times in milliseconds since 1970. */
export interface Watched {
  port_id: number
  port: number
  vno_id: number | null
  /** Of the ONT that was here when the intervention began. */
  serial: string | null
  preexisting: boolean
  state: OpticalState
  rx_dbm: number | null
  olt_rx_dbm: number | null
  serial_now: string | null
  read_at: number | null
  cuts: SeenCut[]
  up_at: number | null
}

const dark: readonly OpticalState[] = ['los', 'offline', 'dying_gasp']
const later = (a: number | null, b: number) => (a === null ? b : Math.max(a, b))

/** The cut that lasts, if there is one. */
export function openCut({ cuts }: Pick<Watched, 'cuts'>): SeenCut | null {
  const last = cuts.at(-1)
  return last && last.up_at === null ? last : null
}

/** Somebody has to be told of it: it lasts, it can have been a hand, and the tree stands. */
export function accusing(watched: Pick<Watched, 'cuts'>): SeenCut | null {
  const cut = openCut(watched)
  return cut && byHand(cut) && !cut.upstream ? cut : null
}

/** Alarms that tell of one loss become one; what was known of the tree stays with its cut. */
function merged(cuts: readonly SeenCut[]): SeenCut[] {
  const upstream = new Set(cuts.filter((cut) => cut.upstream).map(({ down_at }) => down_at))
  return outages(cuts, Infinity).map((cut) => ({ ...cut, ...(upstream.has(cut.down_at) && { upstream: true }) }))
}

/** Dark when the work began, and not seen lit since: from its first light on it is watched like everybody else. */
const isDarkSince = ({ preexisting, up_at }: Watched) => preexisting && up_at === null

function fell(watched: Watched, at: number, gasp: boolean, silent = false): Watched {
  if (isDarkSince(watched)) return { ...watched, state: gasp ? 'dying_gasp' : 'los', rx_dbm: null, olt_rx_dbm: null }
  // The light may be back already: a later alarm has come first.
  const up = watched.up_at !== null && watched.up_at > at ? watched.up_at : null
  const cuts = merged([...watched.cuts, { down_at: at, up_at: up, gasp, ...(silent && { silent }) }])
  const last = openCut({ cuts })
  if (!last) return { ...watched, cuts }
  return { ...watched, cuts, state: last.gasp ? 'dying_gasp' : 'los', rx_dbm: null, olt_rx_dbm: null }
}

function rose(watched: Watched, at: number): Watched {
  const cuts = watched.cuts.map((cut) => (cut.up_at === null && cut.down_at <= at ? { ...cut, up_at: at } : cut))
  const up_at = later(watched.up_at, at)
  return { ...watched, cuts, up_at, ...(openCut({ cuts }) === null && { state: 'online' }) }
}

/** Another ONT answers here than the one that did: light, but not his. */
const stranger = (watched: Watched, serial: string | null) =>
  serial !== null && watched.serial !== null && serial !== watched.serial

/** @param since when the box was read before the work: older alarms are part of what was read */
export function afterAlarm(watched: Watched, alarm: PlacedAlarm, since: number): Watched {
  const at = alarm.at.getTime()
  if (at <= since) return watched
  switch (alarm.kind) {
    case 'los':
    case 'dying_gasp':
      return fell(watched, at, alarm.kind === 'dying_gasp')
    case 'up':
    case 'registered': {
      const seen = { ...watched, serial_now: alarm.serial ?? watched.serial_now }
      return stranger(watched, alarm.serial) ? { ...seen, state: 'online' } : rose(seen, at)
    }
    default:
      return watched
  }
}

/** A cut that no alarm told of: it lasts, or it was over before the reading. */
function missed(watched: Watched, reading: PlantReading, since: number): Watched {
  const known = later(watched.up_at, since)
  const read = reading.readAt.getTime()
  const down = reading.lastDownAt?.getTime() ?? null
  const up = reading.lastUpAt?.getTime() ?? null
  const gasp = reading.lastDownCause === 'dying_gasp' || reading.state === 'dying_gasp'
  if (dark.includes(reading.state))
    return fell(watched, down !== null && down > known && down <= read ? down : read, gasp, unexplained(reading))
  const between = down !== null && up !== null && down > known && up >= down && up <= read
  if (reading.state !== 'online' || !between || reading.lastDownCause === 'admin_down') return watched
  return rose(fell(watched, down, gasp, reading.lastDownCause === 'unknown'), up)
}

/** Gone, and the OLT cannot say why: of a fibre that is pulled it says that the light failed. */
const unexplained = ({ state, lastDownCause }: PlantReading) =>
  state === 'offline' && (lastDownCause === null || lastDownCause === 'unknown')

/**
 * What a reading adds to what the alarms have told: figures, and what they missed. A reading that is older than the last
 * alarm says nothing of the light.
 */
export function afterReading(watched: Watched, reading: PlantReading, since: number): Watched {
  if (reading.state === 'unknown') return watched
  const read = reading.readAt.getTime()
  const cut = openCut(watched)
  const lastChange = Math.max(cut?.down_at ?? 0, watched.up_at ?? 0, watched.read_at ?? 0)
  if (read <= Math.max(lastChange, since)) return watched
  const seen: Watched = { ...watched, serial_now: reading.serial, read_at: read }
  const figures = { rx_dbm: reading.rxDbm, olt_rx_dbm: reading.oltRxDbm, state: reading.state }
  if (stranger(watched, reading.serial)) return { ...seen, ...figures }
  if (isDarkSince(watched)) {
    if (reading.state !== 'online') return { ...seen, ...figures }
    const since = reading.lastUpAt?.getTime() ?? read
    return { ...rose(seen, since <= read ? since : read), ...figures }
  }
  if (!cut) return { ...missed(seen, reading, since), ...figures }
  if (reading.state !== 'online') return { ...(reading.state === 'los' ? heard(seen) : seen), ...figures }
  const up = reading.lastUpAt?.getTime() ?? read
  return { ...rose(seen, up > cut.down_at && up <= read ? up : read), ...figures }
}

/** The light of whoever was only gone has been seen to fail after all. */
const heard = (watched: Watched): Watched => ({
  ...watched,
  cuts: watched.cuts.map(({ silent, ...cut }) => (silent && cut.up_at !== null ? { ...cut, silent } : cut)),
})

/** Every cut that lasts is the tree's, if it began within the time that a tree takes to fall. */
export function upstream(watched: Watched, from: number): Watched {
  const cuts = watched.cuts.map((cut) =>
    cut.up_at === null && !cut.gasp && cut.down_at >= from ? { ...cut, upstream: true } : cut,
  )
  return { ...watched, cuts }
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
}

const wire = (ms: number) => new Date(ms).toISOString()

function classOf(cut: SeenCut): NeighbourClass | null {
  if (cut.upstream) return 'no_concluyente'
  if (cut.up_at === null) return cut.silent ? 'no_concluyente' : null
  if (!byHand(cut)) return 'apagado'
  return cut.up_at - cut.down_at < shortCut ? 'microcorte' : 'corte_recuperado'
}

/** Every cut of every watched port, oldest first. */
export function alarmsOf(watched: readonly Watched[], vnoId: number): Alarm[] {
  const found = watched.flatMap((one) =>
    one.cuts.map((cut) => ({
      port: one.port,
      own: one.vno_id === vnoId,
      class: classOf(cut),
      down_at: wire(cut.down_at),
      up_at: cut.up_at === null ? null : wire(cut.up_at),
      cut_s: cut.up_at === null ? null : Math.floor((cut.up_at - cut.down_at) / 1000),
      gasp: ownDoing(cut),
      notice_at: accusing({ cuts: [cut] }) ? wire(cut.down_at + eventTimes.notices.operators) : null,
    })),
  )
  return found.toSorted((a, b) => a.down_at.localeCompare(b.down_at) || a.port - b.port)
}
