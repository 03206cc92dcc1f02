/**
 * Look of one port of a CTO, from its state, its light and its class: shared by every drawing, on screen and on paper.
 */
import { neighbourLook, wasDark, type Look, type Shown, type Sign } from './neighbour-look.ts'
import type { Level } from './optics.ts'
import { portState, type Color, type Light, type NeighbourClass, type OpticalState } from './status.ts'

/** Marks of a judgement on a port; absent without a judgement, or if nothing changed. */
export interface JudgedMarks {
  class?: NeighbourClass | undefined
  level?: Level | undefined
  /** Dark before the work, and not seen lit since. */
  preexisting?: boolean | undefined
}
interface DrawnPort extends JudgedMarks {
  port_state: number
  state: OpticalState
  light: Light
}

/** Looks of a port: each has its own body, glyph and word. */
export const lookNames = [
  'lit',
  'weak',
  'degraded',
  'degraded_hard',
  'cut',
  'off',
  'dark_before',
  'doubtful',
  'free',
  'assigned',
  'ceased',
  'defective',
  'pending',
  'silent',
  'unread',
] as const
export type LookName = (typeof lookNames)[number]

export interface PortLook {
  name: LookName
  /** Lit again after an interruption: its class, as a mark beside the glyph. */
  mark: Look | null
  /** How the port's thread is drawn from the splitter on. */
  thread: 'lit' | 'cut' | 'off' | 'dark'
  /** A drop leaves the CTO at this port, lit or dark. */
  drop: boolean
}

/** Looks decided by a comparison, by the class's sign; for the other classes the port's light is drawn. */
const bySign: Partial<Record<Sign, LookName>> = { ring: 'off', diamond: 'cut', bar: 'doubtful' }
const byLight = { ok: 'lit', weak: 'weak', dark: 'cut', off: 'off', unknown: undefined } as const
const byOptics = {
  online: 'lit',
  los: 'cut',
  // Offline without an alarm: without a comparison this is no alarm, yet differs from a port that was never read.
  offline: 'silent',
  dying_gasp: 'off',
  admin_down: 'off',
  unknown: 'unread',
} as const

/** The look that stands for a whole state, where ports are counted: an occupied port is one with light. */
const lookOfState: Readonly<Record<number, LookName>> = {
  [portState.is.disponible]: 'free',
  [portState.is.asignado]: 'assigned',
  [portState.is.ocupado]: 'lit',
  [portState.is.cesado]: 'ceased',
  [portState.is.defectuoso]: 'defective',
  [portState.is.pendiente_revision]: 'pending',
}
export const stateLookName = (state: number): LookName => lookOfState[state] ?? 'unread'

const colorOfLook = new Map(portState.all.map(({ value, color }) => [stateLookName(value), color]))
/** Colour of a look: that of its port state, as in lists, or of its line's class. */
export const lookColor = (name: LookName): Color => colorOfLook.get(name) ?? lineLook(name)?.color ?? 'medium'

const threads: Partial<Record<LookName, PortLook['thread']>> = {
  lit: 'lit',
  weak: 'lit',
  degraded: 'lit',
  degraded_hard: 'lit',
  cut: 'cut',
  off: 'off',
  dark_before: 'off',
  doubtful: 'off',
  silent: 'off',
  unread: 'off',
}
const empty = new Set<LookName>(['free', 'assigned', 'defective', 'pending'])

/** Neighbour class whose look stands for each port light; places without a line have none. */
const sameAs: Partial<Record<LookName, Shown>> = {
  lit: { class: 'igual' },
  weak: { class: 'degradado' },
  degraded: { class: 'degradado' },
  degraded_hard: { class: 'degradado', level: 'bloqueo' },
  cut: { class: 'desconectado' },
  off: { class: 'apagado' },
  dark_before: { class: 'igual', preexisting: true },
  doubtful: { class: 'no_concluyente' },
  silent: { class: 'no_concluyente' },
  unread: { class: 'no_concluyente' },
}

/** Colour and sign of a line; null for a place without one. */
export function lineLook(name: LookName): Look | null {
  const shown = sameAs[name]
  return shown ? neighbourLook(shown) : null
}

/** Precedence: the comparison, then the light (visible to every operator), then the OLT's state. */
function reading(port: DrawnPort): LookName {
  const light = byLight[port.light] ?? byOptics[port.state]
  const { class: found = 'igual', level = 'aviso', preexisting = false } = port
  if (wasDark({ class: found, preexisting }) && light === 'cut') return 'dark_before'
  if (found === 'degradado') return level === 'bloqueo' ? 'degraded_hard' : 'degraded'
  const compared = bySign[neighbourLook({ class: found }).sign]
  return compared === 'doubtful' && port.state === 'offline' ? 'silent' : (compared ?? light)
}

function nameOf(port: DrawnPort): LookName {
  switch (port.port_state) {
    case portState.is.disponible:
      return 'free'
    // Reserved until the expected ONT is detected; then drawn by its light.
    case portState.is.asignado:
      return threads[reading(port)] === 'lit' ? reading(port) : 'assigned'
    case portState.is.ocupado:
      return reading(port)
    case portState.is.cesado:
      return 'ceased'
    case portState.is.defectuoso:
      return 'defective'
    default:
      return 'pending'
  }
}

/** The look of one port; a position without data is unread. */
export function portLook(port: DrawnPort | undefined): PortLook {
  const name = port ? nameOf(port) : 'unread'
  const cutShortly = port?.class === 'microcorte' || port?.class === 'corte_recuperado'
  const mark = cutShortly && threads[name] === 'lit' ? neighbourLook({ class: port.class ?? 'igual' }) : null
  return {
    name,
    mark,
    thread: threads[name] ?? 'dark',
    drop: port !== undefined && !empty.has(name),
  }
}

type Compared = Shown & { port: number; level: Level; preexisting: boolean }

/** Ports of a reading; those that were dark before the work are marked as preexisting. */
export function withPreexistingDark<T extends { port: number }>(
  items: readonly T[],
  diff: readonly Compared[] = [],
): (T & JudgedMarks)[] {
  const dark = new Set(diff.filter(wasDark).map(({ port }) => port))
  return items.map((item) => (dark.has(item.port) ? { ...item, preexisting: true } : item))
}

/**
 * The comparison with the worked line, if it had no light before the work: it is no neighbour, and drawn like one that was dark.
 * @param before the reading before the work
 */
export function withWorkedDark<T extends Compared>(
  diff: readonly T[] = [],
  worked: number | null,
  before: readonly (DrawnPort & { port: number })[] = [],
): readonly Compared[] {
  const isDark = before.some((one) => one.port === worked && portLook(one).name === 'cut')
  if (worked === null || !isDark) return diff
  return [...diff, { port: worked, class: 'igual', level: 'ok', preexisting: true }]
}

/** Ports of a reading with each port's class compared with the earlier reading. */
export function compared<T extends { port: number }>(
  items: readonly T[],
  diff: readonly Compared[] = [],
): (T & JudgedMarks)[] {
  const byPort = new Map(diff.map((one) => [one.port, one]))
  return items.map((item) => {
    const found = byPort.get(item.port)
    return found ? { ...item, class: found.class, level: found.level, preexisting: found.preexisting } : item
  })
}
