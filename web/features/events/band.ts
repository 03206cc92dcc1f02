import type { Event } from '@hilo/contract/events/events.ts'
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { eventTimes } from '@hilo/domain/event.ts'
import {
  darkBefore,
  spokenList,
  verdictLook,
  verdictSentence,
  type Look,
  type Sentence,
} from '@hilo/domain/neighbour-look.ts'
import { processState } from '@hilo/domain/status.ts'
import { formatCountdown, formatDateTime, formatTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import type { ShapeKind } from '../../ui/shapes/state-shape.ts'
import { darkPorts, openAlarms } from './event-facts.ts'

type BandTone = 'danger' | 'warning' | 'success' | 'medium' | 'doing'
/** Band below the head of an intervention: state of the neighbours, and the next step. */
interface Band {
  tone: BandTone
  shape: ShapeKind
  title: string
  /** Instruction after the title. */
  lead?: string
  note?: string
  /** Time at which the operators are notified, as a countdown at the end of the note. */
  until?: string
}

const state = processState.is
const finished: readonly number[] = [state.finalized, state.finalizedSync]
const cancelled: readonly number[] = [state.cancelled, state.canceledSync]

/** Open override request of the technician. */
function requestText({ override_request: asked, override, process_state: at }: Event): string {
  if (!asked || override || at !== state.wronglyFinalized) return ''
  return ` ${text('event.band.asked', { name: asked.by?.name ?? text('event.technician'), reason: asked.reason })}`
}

/** A neighbour is dark now. */
function alarmBand(event: Event, now: number): Band | null {
  const ports = darkPorts(event)
  if (ports.length === 0 || finished.includes(event.process_state) || cancelled.includes(event.process_state))
    return null
  const notices = openAlarms(event).flatMap(({ notice_at }) => (notice_at === null ? [] : [Date.parse(notice_at)]))
  const next = notices.length > 0 ? Math.min(...notices) : null
  const wording: Pick<Band, 'note' | 'until'> =
    next === null
      ? { note: text('event.band.dark.known') + requestText(event) }
      : next > now
        ? {
            note: text(event.technical ? 'event.band.dark.soon' : 'event.band.dark.alone'),
            until: formatCountdown((next - now) / 1000),
          }
        : { note: text('event.band.dark.told', { time: formatTime(next) }) + requestText(event) }
  return {
    tone: 'danger',
    shape: 'diamond',
    title: text('event.band.dark', { count: ports.length, ports: spokenList(ports) }),
    lead: text('event.band.dark.lead', { count: ports.length }),
    ...wording,
  }
}

const failures: Readonly<Record<number, string>> = {
  [state.error]: 'error',
  [state.wronglyFinalized]: 'close',
  [state.wronglyCreated]: 'open',
  [state.wronglyCancelled]: 'cancel',
}

function failedBand(event: Event): Band | null {
  const key = failures[event.process_state]
  if (key === undefined) return null
  const holds = event.process_state === state.wronglyCreated && event.technical
  const note = [
    event.error?.text ?? text(`event.band.failed.${key}.note`),
    holds && text('event.band.failed.open.holds', { name: holds.name }),
  ]
    .filter(Boolean)
    .join(' ')
  return { tone: 'danger', shape: 'diamond', title: text(`event.band.failed.${key}`), note: note + requestText(event) }
}

function doingBand(event: Event, now: number): Band | null {
  const { process_state: at, updated_at, created_at } = event
  if (at !== state.iddle && at !== state.creating && at !== state.finalizing) return null
  const since = Date.parse(at === state.finalizing ? updated_at : created_at)
  const long = now - since > eventTimes.spinner
  const key = at === state.finalizing ? 'closing' : 'opening'
  return {
    tone: 'doing',
    shape: 'doing',
    title: text(`event.band.${key}`),
    note: text(long ? 'event.band.background' : `event.band.${key}.note`),
  }
}

const toneOf = ({ color, sign }: Look): Pick<Band, 'tone' | 'shape'> => ({
  tone: color === 'accent' ? 'doing' : color,
  shape: sign,
})
const sentenceText = (sentence: Sentence | null): string =>
  sentence === null ? '' : text(sentence.key, sentence.values)

/** Discharge code of a closed intervention, or the date of its withdrawal. */
function dischargeText(code: string, withdrawn: Report['discharge_withdrawn']): string {
  if (!withdrawn) return text('event.band.discharge', { code })
  return text('event.band.discharge.withdrawn', { code, at: formatDateTime(withdrawn.at) })
}

function closedBand(event: Event, report: Report | undefined): Band {
  const verdict = report?.frozen_at ? report.verdict : event.neighbours.verdict
  const isCancelled = cancelled.includes(event.process_state)
  if (verdict === null) {
    const key = isCancelled ? 'event.band.cancelled' : 'event.band.unproven'
    return { tone: 'medium', shape: 'bar', title: text(key) }
  }
  const code = report?.discharge_code
  const over = event.override
  const notes = [
    sentenceText(darkBefore(report?.diff ?? [])),
    over && text('event.band.override', { name: over.by?.name ?? text('event.supervisor'), reason: over.reason }),
    code && dischargeText(code, report.discharge_withdrawn),
    isCancelled && text('event.band.cancelled.note'),
  ].filter(Boolean)
  const note = notes.length > 0 && { note: notes.join(' ') }
  const withdrawn = report?.discharge_withdrawn
  if (withdrawn)
    return { tone: 'danger', shape: 'diamond', title: text(`discharge.found.${withdrawn.reason}`), ...note }
  return {
    ...toneOf(verdictLook(verdict)),
    title: sentenceText(verdictSentence(verdict, event.neighbours.harmed_count ?? 0)),
    ...note,
  }
}

/** The most important message of an intervention at this moment. */
export function bandOf(event: Event, report: Report | undefined, now: number): Band {
  const found = alarmBand(event, now) ?? failedBand(event) ?? doingBand(event, now)
  if (found) return found
  if (event.process_state !== state.created) return closedBand(event, report)
  if (event.degraded)
    return {
      tone: 'warning',
      shape: 'triangle',
      title: text('event.band.degraded'),
      note: text('event.band.degraded.note'),
    }
  const worst = report?.verdict ?? 'limpia'
  const notes = [sentenceText(darkBefore(report?.diff ?? [])), text('event.band.working.note')].filter(Boolean)
  return { ...toneOf(verdictLook(worst)), title: text(`event.band.working.${worst}`), note: notes.join(' ') }
}
