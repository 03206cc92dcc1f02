import type { Event } from '@hilo/contract/events.ts'
import type { Report } from '@hilo/contract/neighbors.ts'
import { limits, powerLevel } from '@hilo/domain/optics.ts'
import { processState } from '@hilo/domain/status.ts'
import { formatPowerUnit } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

export type Alarm = NonNullable<Event['neighbours']['alarms']>[number]

/** How good the light measured at the box is. */
export function boxLevel(dbm: number | null) {
  return dbm === null ? null : powerLevel(dbm, limits('cto_port', 'B+'))
}

const { created, finalizing, wronglyFinalized, wronglyCancelled } = processState.is
const watching: readonly number[] = [created, finalizing, wronglyFinalized, wronglyCancelled]

/** Cuts that last and that no customer's switch explains, oldest first. */
export function openAlarms({ neighbours, process_state }: Event): Alarm[] {
  if (!watching.includes(process_state)) return []
  return (neighbours.alarms ?? []).filter(({ up_at, gasp, class: found }) => up_at === null && !gasp && found === null)
}

/**
 * The comparison, brought up to what the alarms have told since: they come at once, while a box is read every few seconds at
 * the most.
 */
export function diffNow(event: Event, diff: Report['diff'] = []): Report['diff'] {
  const open = new Set(openAlarms(event).map(({ port }) => port))
  const last = new Map(event.neighbours.alarms?.map((alarm) => [alarm.port, alarm]))
  return diff.map((one): Report['diff'][number] => {
    if (open.has(one.port)) return { ...one, class: 'desconectado', level: 'bloqueo' }
    const over = last.get(one.port)
    if (one.class !== 'desconectado' || !over?.up_at || over.class === null) return one
    return { ...one, class: over.class, level: 'aviso', restored_at: over.up_at }
  })
}

/** Numbers of the neighbours' ports that lost their light; none before something says that somebody did. */
export function darkPorts(event: Event): number[] {
  const { neighbours, port_number } = event
  const alarmed = openAlarms(event).map(({ port }) => port)
  if (alarmed.length > 0) return [...new Set(alarmed)].toSorted((a, b) => a - b)
  if (neighbours.verdict !== 'con_desconectados') return []
  return (neighbours.items ?? [])
    .filter((item) => item.light === 'dark' && item.port !== port_number)
    .map((item) => item.port)
}

/** "Un vecino sin luz en el puerto 7", or null when nobody is. */
export function harmText(event: Event): string | null {
  const ports = darkPorts(event)
  if (ports.length > 0) return text('list.events.harmedAt', { count: ports.length, ports: ports.join(', ') })
  const count = event.neighbours.harmed_count ?? 0
  return event.neighbours.verdict === 'con_desconectados' && count > 0 ? text('list.events.harmed', { count }) : null
}

const failed = new Set<number>([
  processState.is.error,
  processState.is.wronglyCreated,
  processState.is.wronglyFinalized,
  processState.is.wronglyCancelled,
])

/** What must not be missed: a neighbour without light, else why it failed. */
export function alarmOf(event: Event): { text: string; shape: boolean } | null {
  const harm = harmText(event)
  if (harm !== null) return { text: harm, shape: true }
  if (!failed.has(event.process_state)) return null
  if (boxLevel(event.power_dbm) === 'bloqueo')
    return { text: text('list.events.badPower', { power: formatPowerUnit(event.power_dbm) ?? '' }), shape: false }
  return event.error ? { text: event.error.text, shape: false } : null
}
