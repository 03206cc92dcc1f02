import { eventTimes } from '@hilo/domain/event.ts'
import type { CaseState } from '@hilo/domain/status.ts'
import type { HeardRow } from './facts.ts'
import type { Row } from '../copy.ts'
import type { Draft, Incident, World } from '../draft.ts'
import { createRng } from '../rng.ts'
import { slaOf } from '../tenants.ts'
import { day, hour, minute, second, stamp } from '../time.ts'
import type { Job } from './jobs.ts'
import { isTold, toldAfter } from './incident.ts'
import type { Notice } from './notices.ts'

export const caseColumns =
  'id, event_id, event_code, cto_id, port_id, port, owner_vno_id, worker_vno_id, technical_id, access_id, class, state, detected_at, ' +
  'restored_at, cut_s, rx_before, rx_after, restore_deadline_at, notified, ack, version, created_at, updated_at'

/** A neighbour left without service. */
interface Case {
  id: number
  draft: Draft
  code: string
  ctoCode: string
  box: number
  watched: HeardRow
  class: string
  state: CaseState
  detected: number
  /** When the operators were notified. */
  opened: number
  restored: number | null
}
interface Told {
  stage: string
  audience: 'worker' | 'victim' | 'neutral' | 'technician'
  channel: 'app' | 'sms'
  at: number
}

/** Longest open case, ms. */
const waits = 12 * day

/** From the cut to the agreed deadline of the neighbour's operator, ms. */
const limitOf = (vnoId: number) => slaOf({ id: vnoId }).neighbour_restore_minutes * minute

function caseOf(
  world: World,
  draft: Draft,
  one: Incident,
  limit: number,
): Pick<Case, 'class' | 'state' | 'detected' | 'opened' | 'restored'> {
  const from = draft.started ?? draft.created
  const detected = from + one.after
  const swap = one.kind === 'swap'
  const asked = draft.refusals[0]
  const opened = swap && asked ? from + asked.settled : detected + toldAfter
  const base = { class: swap ? 'movido' : 'desconectado', detected, opened }
  if (one.lasts !== null) return { ...base, state: 'restaurado', restored: detected + one.lasts }
  const age = world.now - detected
  if (draft.finished === null) return { ...base, state: age < limit ? 'abierto' : 'escalado', restored: null }
  if (age < limit) return { ...base, state: 'abierto', restored: null }
  if (one.outcome === 'aceptado' || (one.outcome === 'escalado' && age < waits))
    return { ...base, state: one.outcome, restored: null }
  const after = Math.min(age * 0.8, (1 + createRng(112, draft.id, one.port).next() * 24) * hour)
  return { ...base, state: 'restaurado', restored: Math.floor(detected + after) }
}

/** Recipients notified by now, while it lasted. */
function toldOf({ draft, watched, detected, opened, restored }: Case, now: number): Told[] {
  const until = restored ?? now
  const others = watched.vno_id !== draft.tenant + 1
  const technician = draft.technician !== null
  const { neutral } = eventTimes.notices
  const told: Told[] = [
    { stage: 't0', audience: 'technician', channel: 'app', at: detected },
    { stage: 'operators', audience: 'worker', channel: 'app', at: opened },
  ]
  if (others) told.push({ stage: 'operators', audience: 'victim', channel: 'app', at: opened })
  const late = Math.max(detected + neutral, opened) + second
  if (late < until) told.push({ stage: 'neutral', audience: 'neutral', channel: 'app', at: late })
  if (late < until && technician) told.push({ stage: 'neutral', audience: 'technician', channel: 'sms', at: late })
  const over = Math.max(detected + limitOf(watched.vno_id ?? 0), opened) + second
  if (over >= until) return told
  told.push({ stage: 'sla', audience: 'worker', channel: 'app', at: over })
  if (others) told.push({ stage: 'sla', audience: 'victim', channel: 'app', at: over })
  return [...told, { stage: 'sla', audience: 'neutral', channel: 'app', at: over }]
}

const kinds: Readonly<Record<string, string>> = {
  operators: 'neighbour_dark',
  neutral: 'neighbour_dark_long',
  sla: 'neighbour_escalated',
}
/** Retention of notices in the demonstration. */
export const noticeDays = 3

function noticesOf(one: Case, told: readonly Told[]): Notice[] {
  const { draft, watched, detected, code, ctoCode } = one
  const worker = draft.tenant + 1
  const place = { cto_code: ctoCode, port: watched.port, at: stamp(detected) }
  const own = { access_code: watched.access_code }
  const to = (kind: string, audience: Told['audience'], at: number): Notice => ({
    kind,
    at,
    vnoId: audience === 'neutral' ? null : audience === 'victim' ? watched.vno_id : worker,
    technicalId: audience === 'technician' ? (draft.technician?.account ?? null) : null,
    eventId: draft.id,
    caseId: one.id,
    payload:
      audience === 'victim'
        ? { ...place, ...own }
        : {
            ...place,
            event_code: code,
            ...(audience !== 'neutral' && watched.vno_id === worker && own),
            ...(audience === 'technician' && { sms: true }),
          },
  })
  const dark = told.flatMap(({ stage, audience, at }) => (kinds[stage] ? [to(kinds[stage], audience, at)] : []))
  const heard = new Set(told.filter(({ stage }) => stage !== 't0').map(({ audience }) => audience))
  const { restored } = one
  return restored === null ? dark : [...dark, ...[...heard].map((name) => to('neighbour_restored', name, restored))]
}

/** Pending notice stages of an open case. */
function jobsOf({ draft, watched, detected }: Pick<Case, 'draft' | 'watched' | 'detected'>, now: number): Job[] {
  return (Object.keys(eventTimes.notices) as (keyof typeof eventTimes.notices)[]).flatMap((stage) => {
    const due = detected + (stage === 'sla' ? limitOf(watched.vno_id ?? 0) : eventTimes.notices[stage])
    if (due <= now) return []
    const key = `escalate:${draft.id}:${watched.port_id}:${stage}`
    return [{ task: 'process.escalate', eventId: draft.id, payload: { port_id: watched.port_id, stage }, key, at: due }]
  })
}

function ackOf({ state, opened, watched }: Case, world: World): { by: object; reason: string; at: number } | null {
  if (state !== 'aceptado') return null
  const head = world.people.administrators.find(({ tenant }) => tenant + 1 === watched.vno_id)
  return {
    by: { id: head?.id ?? null, name: head?.name ?? null },
    reason: 'Ya era baja: el cliente no tiene servicio.',
    at: opened + 50 * minute,
  }
}

function caseRow(one: Case, told: readonly Told[], world: World): Row {
  const { draft, watched, detected, restored, opened } = one
  const rng = createRng(113, draft.id, watched.port)
  const ack = ackOf(one, world)
  const back =
    restored !== null && watched.before_rx !== null
      ? Math.round((watched.before_rx + rng.normal(0, 0.1)) * 100) / 100
      : null
  const last = Math.max(opened, restored ?? 0, ack?.at ?? 0, ...told.map(({ at: when }) => when))
  return [
    ...[one.id, draft.id, one.code, one.box + 1, watched.port_id, watched.port, watched.vno_id, draft.tenant + 1],
    ...[draft.technician?.account ?? null, watched.access_id, one.class, one.state, stamp(detected)],
    restored === null ? null : stamp(restored),
    restored === null ? null : Math.floor((restored - detected) / 1000),
    ...[watched.before_rx, back, stamp(detected + limitOf(watched.vno_id ?? 0))],
    JSON.stringify(told.map((row) => ({ ...row, at: stamp(row.at), ack_at: null }))),
    ack && JSON.stringify({ ...ack, at: stamp(ack.at) }),
    ...[new Set(told.map(({ stage }) => stage)).size + (restored === null ? 0 : 1), stamp(opened), stamp(last)],
  ]
}

export interface CaseBook {
  add(draft: Draft, code: string, ctoCode: string, box: number, watched: readonly HeardRow[]): void
  rows: Row[]
  notices: Notice[]
  jobs: Job[]
  /** Positions dark now, and since when. */
  dark: { portId: number; since: number }[]
}

/** Collects the cases of interventions. */
export function openCases(world: World): CaseBook {
  const book: CaseBook = {
    rows: [],
    notices: [],
    jobs: [],
    dark: [],
    add(draft, code, ctoCode, box, watched) {
      for (const incident of draft.incidents.filter(isTold)) {
        const port = watched.find((row) => row.port === incident.port)
        if (port?.vno_id == null) continue
        const found = caseOf(world, draft, incident, limitOf(port.vno_id))
        const lasts = found.state === 'abierto' || found.state === 'escalado'
        if (lasts) book.dark.push({ portId: port.port_id, since: found.detected })
        if (lasts) book.jobs.push(...jobsOf({ draft, watched: port, detected: found.detected }, world.now))
        // Not notified yet: its notice job opens the case.
        if (found.opened > world.now) continue
        const one = { id: book.rows.length + 1, draft, code, ctoCode, box, watched: port, ...found }
        const told = toldOf(one, world.now)
        book.rows.push(caseRow(one, told, world))
        if (world.now - found.detected < noticeDays * day) book.notices.push(...noticesOf(one, told))
      }
    },
  }
  return book
}
