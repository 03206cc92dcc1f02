import { createHmac } from 'node:crypto'
import { dischargeCode } from '@hilo/domain/discharge.ts'
import { earnsDischarge } from '@hilo/domain/proof/judgement.ts'
import type { LivePort } from '@hilo/domain/proof/live-view.ts'
import { processState } from '@hilo/domain/status.ts'

import { codeText } from '../../process/notices/event-notices.ts'
import { alarmsOf, portNow, type PortNow } from '../../process/watching/live-board.ts'
import type { HeardRow } from './facts.ts'
import { faceplateItems } from '../../process/opening/snapshot.ts'
import type { SnapshotItem } from '../../process/opening/snapshot.ts'
import { codeOf } from '../box-place.ts'
import type { Row } from '../copy.ts'
import type { Draft, World } from '../draft.ts'
import { at } from '../rng.ts'
import { day, stamp } from '../time.ts'
import { noticeDays, openCases } from './cases.ts'
import type { CaseBook } from './cases.ts'
import { jobsOf } from './jobs.ts'
import type { Job } from './jobs.ts'
import type { Notice } from './notices.ts'
import { isProven, prove, touchedAt } from './proof.ts'
import type { Proof } from './proof.ts'
import { jsonb, sealOf } from './seal.ts'

export const snapshotColumns =
  'id, event_id, cto_id, phase, taken_at, source, complete_pct, items, sha256, prev_sha256, created_at'
export const neighbourColumns =
  'event_id, port_id, port, vno_id, access_id, access_code, serial, before_state, before_rx, before_olt_rx, preexisting, baseline_p50, ' +
  'baseline_stddev, state, rx_dbm, olt_rx_dbm, serial_now, read_at, down_at, down_excused, class, delta_db, up_at'
export const reportColumns =
  'id, event_id, vno_id, version, before_id, after_id, diff, counters, verdict, discharge_code, override, frozen_at, sha256, prev_sha256'

const dark: readonly string[] = ['los', 'dying_gasp', 'offline', 'admin_down']
const bytes = (hex: string | null) => (hex === null ? null : Buffer.from(hex, 'hex'))
const state = processState.is

/** What an intervention shows of its stored evidence. */
export interface Shown {
  before: number
  after: number | null
  items: string
  alarms: string
  watched: number[]
  touched: number
}
export interface ProofBook {
  /** Stores the evidence of an intervention; null if none is kept. Completes the draft. */
  add(draft: Draft, code: string): Shown | null
  snapshots: Row[]
  neighbours: Row[]
  reports: Row[]
  cases: CaseBook
  notices: Notice[]
  jobs: Job[]
}

function seenPort(row: HeardRow, now: SnapshotItem, live: LivePort): PortNow & Pick<LivePort, 'cuts'> {
  const { port_id, port, vno_id, serial, worked } = row
  const { state: seen, rx_dbm, olt_rx_dbm, serial: serial_now, read_at } = now
  const light = { rx_dbm, olt_rx_dbm, serial_now, read_at: read_at === null ? null : Date.parse(read_at) }
  const none = { down_at: null, down_excused: false, up_at: null }
  const read = { port_id, port, vno_id, serial, worked, state: seen, ...light, ...none }
  // Keeps the powers of the reading, with the judgement of the cuts.
  return { ...portNow(read, live, serial), state: seen, ...light, cuts: live.cuts }
}

function neighbourRow(draft: Draft, row: HeardRow, seen: PortNow, proof: Proof): Row {
  const found = proof.comparison?.diff.find(({ port }) => port === row.port)
  const time = (ms: number | null) => (ms === null ? null : stamp(ms))
  return [
    ...[draft.id, row.port_id, row.port, row.vno_id, row.access_id, row.access_code, row.serial, row.before_state],
    ...[row.before_rx, row.before_olt_rx, dark.includes(row.before_state), row.baseline_p50, row.baseline_stddev],
    ...[seen.state, seen.rx_dbm, seen.olt_rx_dbm, seen.serial_now, time(seen.read_at), time(seen.down_at)],
    ...[seen.down_excused, found?.class ?? null, found?.delta_db ?? null, time(seen.up_at)],
  ]
}

/** Hash chain of one intervention and the ids of its links. */
interface Chain {
  head: string | null
  ids: number[]
  hashes: string[]
}

type Kept = Omit<ProofBook, 'add'>

function keepReadings(book: Kept, draft: Draft, box: number, { readings }: Proof): Chain {
  const chain: Chain = { head: null, ids: [], hashes: [] }
  for (const { phase, at: when, items, complete } of readings) {
    const taken = stamp(when)
    const place = { event_id: draft.id, cto_id: box + 1, phase, taken_at: taken, source: 'simulated' }
    const sha = sealOf({ ...place, complete_pct: complete, items }, chain.head)
    const id = book.snapshots.length + 1
    book.snapshots.push([
      ...[id, ...Object.values(place), complete, jsonb(items), bytes(sha), bytes(chain.head), taken],
    ])
    chain.head = sha
    chain.ids.push(id)
    chain.hashes.push(sha)
  }
  return chain
}

/** Returns the discharge code, if earned. */
function keepReport(book: Kept, key: Buffer, draft: Draft, { comparison }: Proof, chain: Chain): string | null {
  if (comparison === null) return null
  const { diff, counters, verdict } = comparison
  const override = draft.override && { ...draft.override, at: stamp(draft.override.at) }
  const last = chain.ids.length - 1
  const [before_id, after_id] = [at(chain.ids, 0), at(chain.ids, last)]
  const frozen_at = stamp(draft.finished ?? draft.updated)
  const sha = sealOf(
    {
      ...{ event_id: draft.id, vno_id: draft.tenant + 1, version: 2, before_id, before_sha256: at(chain.hashes, 0) },
      ...{ after_id, after_sha256: at(chain.hashes, last), diff, counters, verdict, override, frozen_at },
    },
    chain.head,
  )
  const earned = draft.state !== state.error && earnsDischarge(verdict, override !== null)
  const code = earned ? dischargeCode(createHmac('sha256', key).update(Buffer.from(sha, 'hex')).digest()) : null
  book.reports.push([
    ...[book.reports.length + 1, draft.id, draft.tenant + 1, 2, before_id, after_id, jsonb(diff), jsonb(counters)],
    ...[verdict, code, override && jsonb(override), frozen_at, bytes(sha), bytes(chain.head)],
  ])
  return code
}

/** Notices of its end. */
function tell(book: Kept, now: number, draft: Draft, code: string, discharge: string | null): void {
  const { finished, technician, verdict, error, refusals } = draft
  if (technician === null || now - draft.created > noticeDays * day) return
  const to = (kind: string, when: number, payload: object) =>
    book.notices.push({
      ...{
        kind,
        at: when,
        vnoId: draft.tenant + 1,
        technicalId: technician.account,
        eventId: draft.id,
        caseId: null,
      },
      payload: { event_code: code, ...payload },
    })
  const from = draft.started ?? draft.created
  const refusal = refusals.at(-1)
  if (refusal) to(draft.state === state.wronglyCancelled ? 'event_not_cancelled' : 'event_refused', from + refusal.settled, { error: { code: refusal.code, text: refusal.text } }) // prettier-ignore
  if (draft.state === state.error) to('event_error', draft.updated, { error })
  if (finished === null) return
  if (draft.override) to('event_overridden', finished, { verdict })
  else if (draft.state === state.finalized || draft.state === state.finalizedSync)
    to('event_finalized', finished, { verdict, discharge_code: discharge, code_text: codeText(verdict, discharge) })
  else to('event_cancelled', finished, { verdict })
}

/** Collects the evidence of interventions. `key`: of the discharge codes. */
export function openProofs(world: World, key: Buffer): ProofBook {
  const cases = openCases(world)
  const book: Kept = { snapshots: [], neighbours: [], reports: [], cases, notices: [], jobs: [] }

  return {
    ...book,
    add(draft, code) {
      const proven = isProven(world, draft)
      book.jobs.push(...jobsOf(world, draft, proven))
      if (!proven) return null
      const box = at(world.survey.box, draft.line)
      const proof = prove(world, draft)
      const chain = keepReadings(book, draft, box, proof)
      const byPort = new Map(proof.last.map((item) => [item.port, item]))
      const live = new Map(proof.live.map((one) => [one.port, one]))
      const seen = proof.watched.flatMap((row) => {
        const [item, known] = [byPort.get(row.port), live.get(row.port)]
        return item && known ? [seenPort(row, item, known)] : []
      })
      proof.watched.forEach((row, index) => book.neighbours.push(neighbourRow(draft, row, at(seen, index), proof)))
      const discharge = proof.frozen ? keepReport(book, key, draft, proof, chain) : null
      cases.add(draft, code, codeOf(world.network, box), box, proof.watched)
      tell(book, world.now, draft, code, discharge)
      return {
        before: at(chain.ids, 0),
        after: chain.ids.length > 1 ? at(chain.ids, chain.ids.length - 1) : null,
        items: JSON.stringify(faceplateItems(proof.last, draft.tenant + 1)),
        alarms: JSON.stringify(alarmsOf(seen, draft.tenant + 1, [])),
        watched: proof.watched.map(({ port }) => port),
        touched: touchedAt(draft, proof),
      }
    },
  }
}
