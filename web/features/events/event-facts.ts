import type { Event } from '@hilo/contract/events/events.ts'
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { isOpen } from '@hilo/domain/event.ts'
import { limits, powerLevel } from '@hilo/domain/optics.ts'
import { spokenList } from '@hilo/domain/neighbour-look.ts'
import { portLook } from '@hilo/domain/port-look.ts'
import { processState } from '@hilo/domain/status.ts'
import { formatPowerUnit } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

export type Alarm = NonNullable<Event['neighbours']['alarms']>[number]

const isState = (value: number) => processState.all.some((state) => state.value === value)

/** Whether an intervention still holds its box; false for unknown states. */
export const stillOpen = ({ process_state: state }: Event): boolean =>
  isState(state) && isOpen(state as Parameters<typeof isOpen>[0])

/** Text about the intervention in whose place none may be opened: a failed opening is open in no list, and still holds its technician. */
export const clashKey = (state: number | undefined): string =>
  state === processState.is.wronglyCreated ? 'event.new.clash.failed' : 'event.new.clash'

/** Level of the power measured at the box. */
export function boxLevel(dbm: number | null) {
  return dbm === null ? null : powerLevel(dbm, limits('cto_port', 'B+'))
}

const { created, finalizing, wronglyFinalized, wronglyCancelled } = processState.is
const watching: readonly number[] = [created, finalizing, wronglyFinalized, wronglyCancelled]

interface Watched extends Pick<Event, 'process_state'> {
  neighbours: Pick<Event['neighbours'], 'alarms'>
}
interface Compared extends Watched, Pick<Event, 'port_number'> {
  neighbours: Pick<Event['neighbours'], 'alarms' | 'items' | 'verdict' | 'harmed_count'>
}

/** Open cuts without those of customers who switched off, oldest first. */
export function openAlarms({ neighbours, process_state }: Watched): Alarm[] {
  if (!watching.includes(process_state)) return []
  return (neighbours.alarms ?? []).filter(({ up_at, gasp, class: found }) => up_at === null && !gasp && found === null)
}

/** The comparison, updated by later alarms: alarms arrive at once, readings only every few seconds. */
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

/** Why no box is drawn: not read yet, or finished without a reading. */
export const unreadText = ({ finished_at }: Event): string =>
  text(finished_at === null ? 'list.events.unread' : 'list.events.never')

/** Ports of neighbours that lost their light; empty without evidence. */
export function darkPorts(event: Compared): number[] {
  const { neighbours, port_number } = event
  const alarmed = openAlarms(event).map(({ port }) => port)
  if (alarmed.length > 0) return [...new Set(alarmed)].toSorted((a, b) => a - b)
  if (neighbours.verdict !== 'con_desconectados') return []
  return (neighbours.items ?? [])
    .filter((item) => portLook(item).name === 'cut' && item.port !== port_number)
    .map((item) => item.port)
}

/** "Un vecino sin luz en el puerto 7", or null without a dark neighbour. */
function harmText(event: Compared): string | null {
  const ports = darkPorts(event)
  if (ports.length > 0) return text('list.events.harmedAt', { count: ports.length, ports: spokenList(ports) })
  const count = event.neighbours.harmed_count ?? 0
  return event.neighbours.verdict === 'con_desconectados' && count > 0 ? text('list.events.harmed', { count }) : null
}

const failed = new Set<number>([
  processState.is.error,
  processState.is.wronglyCreated,
  processState.is.wronglyFinalized,
  processState.is.wronglyCancelled,
])

/** Alarm of an intervention: a dark neighbour, else the reason of its failure. */
export function alarmOf(event: Compared & Pick<Event, 'power_dbm' | 'error'>): { text: string; shape: boolean } | null {
  const harm = harmText(event)
  if (harm !== null) return { text: harm, shape: true }
  if (!failed.has(event.process_state)) return null
  if (boxLevel(event.power_dbm) === 'bloqueo')
    return { text: text('list.events.badPower', { power: formatPowerUnit(event.power_dbm) ?? '' }), shape: false }
  return event.error ? { text: event.error.text, shape: false } : null
}
