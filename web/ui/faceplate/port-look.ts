import type { FaceplateItem } from '@hilo/contract/wire.ts'
import { neighbourLook, wasDark, type Look, type Sign } from '@hilo/domain/neighbour-look.ts'
import type { Level } from '@hilo/domain/optics.ts'
import { portState, type NeighbourClass } from '@hilo/domain/status.ts'

export type FaceplatePort = FaceplateItem & {
  /** Only when the reading is compared with an earlier one. */
  class?: NeighbourClass | undefined
  level?: Level | undefined
  /** Without light before the work. */
  preexisting?: boolean | undefined
  /** Interruptions seen since the earlier reading. */
  cuts?: number | undefined
}

/** How a port is drawn: each name has its own body, glyph and word. */
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
  /** Lit again after an interruption: the look of its class, as a mark beside the glyph. */
  mark: Look | null
  /** How its thread is drawn from the splitter on. */
  thread: 'lit' | 'cut' | 'off' | 'dark'
  /** A drop leaves the box here, with light or without. */
  drop: boolean
}

/** Looks that a comparison decides, by the sign of the class; of the other classes the light of the port is drawn. */
const bySign: Partial<Record<Sign, LookName>> = { ring: 'off', diamond: 'cut', bar: 'doubtful' }
const byLight = { ok: 'lit', weak: 'weak', dark: 'cut', off: 'off', unknown: undefined } as const
const byOptics = {
  online: 'lit',
  los: 'cut',
  // Gone without a word: no alarm without a comparison that says so, and yet not the same as never read.
  offline: 'silent',
  dying_gasp: 'off',
  admin_down: 'off',
  unknown: 'unread',
} as const

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

/** The comparison decides where there is one; otherwise what everybody may see, then what the OLT said. */
function reading(port: FaceplatePort): LookName {
  const light = byLight[port.light] ?? byOptics[port.state]
  const { class: found = 'igual', level = 'aviso', preexisting = false } = port
  if (wasDark({ class: found, preexisting }) && light === 'cut') return 'dark_before'
  if (found === 'degradado') return level === 'bloqueo' ? 'degraded_hard' : 'degraded'
  const compared = bySign[neighbourLook({ class: found }).sign]
  return compared === 'doubtful' && port.state === 'offline' ? 'silent' : (compared ?? light)
}

function nameOf(port: FaceplatePort): LookName {
  switch (port.port_state) {
    case portState.is.disponible:
      return 'free'
    // Reserved until the expected ONT is seen; from then on it is drawn by its light.
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

/** The look of one port; a position nobody has told anything about is unread. */
export function portLook(port: FaceplatePort | undefined): PortLook {
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

/** One entry per position of the box, in order; positions that were not told are undefined. */
export function inPlaces(ports: readonly FaceplatePort[], total: number): (FaceplatePort | undefined)[] {
  const places = new Array<FaceplatePort | undefined>(total).fill(undefined)
  for (const port of ports) if (port.port >= 1 && port.port <= total) places[port.port - 1] = port
  return places
}

/** How many ports have each look, in the order of `lookNames`, looks without ports left out. */
export function countLooks(ports: readonly FaceplatePort[], total: number): [LookName, number][] {
  const looks = inPlaces(ports, total).map((port) => portLook(port).name)
  return lookNames
    .map((name): [LookName, number] => [name, looks.filter((look) => look === name).length])
    .filter(([, count]) => count > 0)
}
