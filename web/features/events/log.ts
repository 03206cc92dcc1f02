import type { Picture } from '@hilo/contract/enrollments/enrollments.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { csvText } from '@hilo/domain/formula.ts'
import { neighbourLook } from '@hilo/domain/neighbour-look.ts'
import type { Color } from '@hilo/domain/status.ts'
import { processState } from '@hilo/domain/status.ts'
import { choiceText } from '../../lists/text.ts'
import { withPreexistingDark, withWorkedDark } from '@hilo/domain/port-look.ts'
import { formatDuration, formatPowerUnit } from '../../ui/format.ts'
import type { ShapeKind } from '../../ui/shapes/state-shape.ts'
import { text } from '../../ui/text.ts'
import type { Alarm } from './event-facts.ts'
import { lineCounts } from './line-counts.ts'

export interface LogEntry {
  at: string
  shape: ShapeKind
  tone: Color
  text: string
  /** A cut: highlighted. */
  loud?: true
}

const plain = (at: string, shown: string): LogEntry => ({ at, shape: 'dot', tone: 'medium', text: shown })
const good = (at: string, shown: string): LogEntry => ({ at, shape: 'disc', tone: 'success', text: shown })

function stepEntries({ steps, port_number: port }: Event): LogEntry[] {
  return (steps ?? []).flatMap(({ step, started_at, done_at, status, data }) => {
    const name = choiceText('step', step)
    const power = step === 'power' && typeof data['power_dbm'] === 'number' ? formatPowerUnit(data['power_dbm']) : null
    const done = power
      ? text('event.log.power', { port: port ?? '–', power })
      : text(status === 'cancelled' ? 'event.log.stepFailed' : 'event.log.stepDone', { step: name })
    return [
      ...(started_at ? [plain(started_at, text('event.log.step', { step: name }))] : []),
      ...(done_at ? [good(done_at, done)] : []),
    ]
  })
}

function alarmEntries(
  { port, own, down_at, up_at, gasp, cut_s, class: found, notice_at }: Alarm,
  now: number,
): LogEntry[] {
  if (gasp) return [{ at: down_at, shape: 'ring', tone: 'medium', text: text('event.log.off', { port }) }]
  const whose = text(own ? 'faceplate.own' : 'faceplate.other')
  const look = neighbourLook({ class: found ?? 'desconectado' })
  const lasted = formatDuration(cut_s ?? 0)
  const cut = found === 'microcorte' || found === 'corte_recuperado'
  const back = up_at && {
    at: up_at,
    shape: look.sign,
    tone: look.color,
    text: cut
      ? text('event.log.cut', { port, word: text(look.label), for: lasted })
      : text('event.log.back', { port, for: lasted }),
  }
  const noticed = notice_at !== null && Date.parse(notice_at) <= (up_at ? Date.parse(up_at) : now)
  return [
    {
      at: down_at,
      shape: look.sign,
      tone: look.color,
      text: text('event.log.dark', { port, whose }),
      ...(look.color === 'danger' && { loud: true as const }),
    },
    ...(noticed ? [plain(notice_at, text('event.log.told', { port }))] : []),
    ...(back ? [back] : []),
  ]
}

function readings(report: Report | undefined, worked: number | null): LogEntry[] {
  const lines = withWorkedDark(report?.diff, worked, report?.before?.items)
  const sides = [
    [report?.before, 'event.log.before'],
    [report?.after, 'event.log.after'],
  ] as const
  return sides.flatMap(([snapshot, key]) => {
    if (!snapshot || snapshot.phase === 'live') return []
    const { dark, rest } = lineCounts(withPreexistingDark(snapshot.items, lines))
    return [good(snapshot.taken_at, text(key, { counts: [dark, rest].filter(Boolean).join(', ') }))]
  })
}

function decisions({ override, override_request }: Event): LogEntry[] {
  const decided = [
    [override_request, 'event.log.asked'],
    [override, 'event.log.override'],
  ] as const
  return decided.flatMap(([decision, key]) =>
    decision ? [plain(decision.at, text(key, { name: decision.by?.name ?? '–', reason: decision.reason }))] : [],
  )
}

function pictureEntry({ received_at, step, flags }: Picture): LogEntry {
  const shown = text('event.log.picture', { step: step === null ? '–' : choiceText('step', step) })
  if (flags.length === 0) return good(received_at, shown)
  const flagTexts = flags.map((flag) => text(`event.flag.${flag}`)).join(', ')
  return { at: received_at, shape: 'triangle', tone: 'warning', text: `${shown}. ${flagTexts}` }
}

function ending({ finished_at, updated_at, process_state, error }: Event): LogEntry[] {
  const label = text(processState.of(process_state)?.label ?? '')
  if (error !== null && finished_at === null)
    return [{ at: updated_at, shape: 'diamond', tone: 'danger', text: `${label}. ${error.text}` }]
  return finished_at === null ? [] : [good(finished_at, label)]
}

/** Log of an intervention, newest first. */
export function logOf(event: Event, report: Report | undefined, pictures: readonly Picture[], now: number): LogEntry[] {
  const opened = plain(event.created_at, text('event.log.created', { name: event.created_by?.name ?? '–' }))
  return [
    opened,
    ...readings(report, event.port_number),
    ...stepEntries(event),
    ...(event.neighbours.alarms ?? []).flatMap((alarm) => alarmEntries(alarm, now)),
    ...pictures.map(pictureEntry),
    ...decisions(event),
    ...ending(event),
  ].toSorted((a, b) => b.at.localeCompare(a.at))
}

/** The log as CSV: byte order mark, semicolons and full timestamps. */
export function logCsv(entries: readonly LogEntry[]): string {
  const rows = entries.map(({ at, text: shown }) => [at, shown])
  const lines = [[text('event.log.at'), text('event.log.what')], ...rows].map((cells) => cells.map(csvText).join(';'))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}
