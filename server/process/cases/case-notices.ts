/** Recipients and text of the notices of each stage of a case. */
import type { eventTimes } from '@hilo/domain/event.ts'
import { firstNotices } from '@hilo/domain/neighbour-look.ts'
import type { NoticeKind } from '@hilo/domain/notice.ts'
import type { NeighbourClass } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { writeNotice } from '../notices/notify.ts'

/** Notice stages after the technician's alarm: both operators, the neutral operator, the end of the agreed time. */
export type Stage = keyof typeof eventTimes.notices

export interface CaseRow {
  id: number
  event_id: number
  event_code: string
  cto_id: number
  cto_code: string
  port_id: number
  port: number
  owner_vno_id: number
  worker_vno_id: number
  technical_id: number | null
  access_code: string | null
  class: NeighbourClass
  detected_at: Date
  restore_deadline_at: Date
  /** Stages whose notices have been sent. */
  stages: string[]
  version: number
}

/** The neighbour's operator reads about its own customer; every other recipient reads the box, the port and whose work it was. */
const place = ({ cto_code, port, detected_at }: CaseRow) => ({ cto_code, port, at: detected_at.toISOString() })
const victimPayload = (one: CaseRow) => ({ ...place(one), access_code: one.access_code })
const neutralPayload = (one: CaseRow) => ({ ...place(one), event_code: one.event_code })
const workerPayload = (one: CaseRow) => ({
  ...neutralPayload(one),
  ...(one.owner_vno_id === one.worker_vno_id && { access_code: one.access_code }),
})

interface Audience {
  name: 'worker' | 'victim' | 'neutral' | 'technician'
  channel: 'app' | 'sms'
}
export const audiences: Readonly<Record<Stage, readonly Audience[]>> = {
  operators: [
    { name: 'worker', channel: 'app' },
    { name: 'victim', channel: 'app' },
  ],
  neutral: [
    { name: 'neutral', channel: 'app' },
    { name: 'technician', channel: 'sms' },
  ],
  sla: [
    { name: 'worker', channel: 'app' },
    { name: 'victim', channel: 'app' },
    { name: 'neutral', channel: 'app' },
  ],
}
type Kinds = Readonly<Record<Stage | 'restored', NoticeKind | null>>
const kinds: Kinds = {
  operators: 'neighbour_dark',
  neutral: 'neighbour_dark_long',
  sla: 'neighbour_escalated',
  restored: 'neighbour_restored',
}
/** Of customers who have light: less of it than before, or that of another port. */
const kindsOfLit: Partial<Record<NeighbourClass, Kinds>> = {
  // The neutral operator knows it from the first notice.
  degradado: {
    operators: 'neighbour_weak',
    neutral: null,
    sla: 'neighbour_weak_escalated',
    restored: 'neighbour_mended',
  },
  movido: { ...kinds, operators: 'neighbour_moved', neutral: 'neighbour_moved' },
}
/** Case classes that are notified to the neutral operator together with the operators. */
export const audiencesFor = (stage: Stage, found: NeighbourClass): readonly Audience[] =>
  stage === 'operators' && firstNotices[found]
    ? [...audiences.operators, { name: 'neutral', channel: 'app' }]
    : audiences[stage]
/** Null where a case of this class has no such notice. */
export function kindOf(stage: Stage | 'restored', found: NeighbourClass): NoticeKind | null {
  const first = stage === 'operators' ? firstNotices[found] : undefined
  return first ?? (kindsOfLit[found] ?? kinds)[stage]
}

/**
 * Writes one notice to one audience; an operator that is both owner and worker gets one notice, and several works in the box
 * give each recipient one for each harm.
 * @returns whether it was written now
 */
export async function notifyAudience(
  sql: Tx,
  one: CaseRow,
  kind: NoticeKind,
  audience: Audience['name'],
): Promise<boolean> {
  const harm = { ctoId: one.cto_id, portId: one.port_id, spans: [{ from: one.detected_at, to: null }] }
  const about = { eventId: one.event_id, caseId: one.id, kind, technicalId: null, harm }
  switch (audience) {
    case 'worker':
      return await writeNotice(sql, { ...about, vnoId: one.worker_vno_id, payload: workerPayload(one) })
    case 'victim':
      if (one.owner_vno_id === one.worker_vno_id) return false
      return await writeNotice(sql, { ...about, vnoId: one.owner_vno_id, payload: victimPayload(one) })
    case 'neutral':
      return await writeNotice(sql, { ...about, vnoId: null, payload: neutralPayload(one) })
    case 'technician':
      if (one.technical_id === null) return false
      return await writeNotice(sql, {
        ...about,
        vnoId: one.worker_vno_id,
        technicalId: one.technical_id,
        payload: { ...workerPayload(one), sms: true },
      })
  }
}

/** Audiences that have received a notice of the case. */
export function audiencesOf({ stages, class: found }: CaseRow): Audience['name'][] {
  return (Object.keys(audiences) as Stage[])
    .filter((stage) => stages.includes(stage))
    .flatMap((stage) => audiencesFor(stage, found).map(({ name }) => name))
}
