import type { Event } from '@hilo/contract/events.ts'
import { limits, powerLevel } from '@hilo/domain/optics.ts'
import { processState } from '@hilo/domain/status.ts'
import { formatPowerUnit } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

/** How good the light measured at the box is. */
export function boxLevel(dbm: number | null) {
  return dbm === null ? null : powerLevel(dbm, limits('cto_port', 'B+'))
}

/** Numbers of the neighbours' ports that lost their light; none before the comparison says that somebody did. */
export function darkPorts({ neighbours, port_number }: Event): number[] {
  if (neighbours.verdict !== 'con_desconectados') return []
  return (neighbours.items ?? [])
    .filter((item) => item.light === 'dark' && item.port !== port_number)
    .map((item) => item.port)
}

/** "Un vecino sin luz en el puerto 7", or null when nobody is. */
export function harmText(event: Event): string | null {
  const count = Math.max(event.neighbours.harmed_count ?? 0, darkPorts(event).length)
  if (event.neighbours.verdict !== 'con_desconectados' || count === 0) return null
  const ports = darkPorts(event)
  if (ports.length === 0) return text('list.events.harmed', { count })
  return text('list.events.harmedAt', { count: ports.length, ports: ports.join(', ') })
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
