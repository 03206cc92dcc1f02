import type { FaceplateItem } from '@hilo/contract/wire.ts'
import { portState } from '@hilo/domain/status.ts'

/** What happened to a neighbour between two readings. */
export type PortClass =
  'igual' | 'microcorte' | 'corte_recuperado' | 'degradado' | 'apagado' | 'desconectado' | 'movido' | 'no_concluyente'

export type FaceplatePort = FaceplateItem & {
  /** Only when the reading is compared with an earlier one. */
  class?: PortClass | undefined
  /** Interruptions seen since the earlier reading. */
  cuts?: number | undefined
}

/** How a port is drawn: each name has its own body, glyph and word. */
export const lookNames = [
  'lit',
  'weak',
  'cut',
  'off',
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
  /** Back in service after a short interruption: a triangle beside the glyph. */
  microcut: boolean
  /** How its thread is drawn from the splitter on. */
  thread: 'lit' | 'cut' | 'off' | 'dark'
  /** A drop leaves the box here, with light or without. */
  drop: boolean
}

const byClass: Partial<Record<PortClass, LookName>> = {
  degradado: 'weak',
  apagado: 'off',
  desconectado: 'cut',
  movido: 'cut',
  no_concluyente: 'unread',
}
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
  cut: 'cut',
  off: 'off',
  silent: 'off',
  unread: 'off',
}
const empty = new Set<LookName>(['free', 'assigned', 'defective', 'pending'])

/** The comparison decides where there is one; otherwise what everybody may see, then what the OLT said. */
function reading(port: FaceplatePort): LookName {
  const compared = port.class && byClass[port.class]
  if (compared === 'unread' && port.state === 'offline') return 'silent'
  return compared ?? byLight[port.light] ?? byOptics[port.state]
}

function nameOf(port: FaceplatePort): LookName {
  switch (port.port_state) {
    case portState.is.disponible:
      return 'free'
    // Reserved until the expected ONT is seen; from then on it is drawn by its light.
    case portState.is.asignado:
      return reading(port) === 'lit' || reading(port) === 'weak' ? reading(port) : 'assigned'
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
  return {
    name,
    microcut: cutShortly && threads[name] === 'lit',
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
