import type { verdicts, WorkKind } from '@hilo/domain/status.ts'
import type { ProblemCode } from '@hilo/domain/problem.ts'
import type { Network } from './network.ts'
import type { Incident } from './proof/incident.ts'
import type { People, Technician } from './people.ts'
import type { Survey } from './survey.ts'

/** An intervention or request while its day is being put together, before it has an id. */
export interface Draft {
  id: number
  type: number
  parent: Draft | null
  state: number
  tenant: number
  /** Index of the line it is about. */
  line: number
  /** False when only the box is meant. */
  onPort: boolean
  technician: Technician | null
  origin: 1 | 2
  channel: 'web' | 'android' | 'ios' | null
  kind: WorkKind | null
  created: number
  started: number | null
  finished: number | null
  updated: number
  /** Step the technician is on, 1–8. */
  step: number | null
  attempts: number
  verdict: (typeof verdicts)[number] | null
  harmed: number | null
  power: number | null
  resume: number | null
  error: { code: string; text: string } | null
  order: number | null
  /** Until when it may stay as it is. */
  deadline: number | null
  /** What went wrong in the box, and every closing that was refused for it or for something else. */
  incidents: Incident[]
  refusals: Refusal[]
  /** A supervisor closed it all the same. */
  override: { by: { id: number; name: string } | null; reason: string; at: number } | null
  /** Its readings are kept. */
  proven: boolean
  /** Of a request: the refusal that it met. */
  refusal: Refusal | null
}

/** A closing that was asked for and refused; milliseconds after the work began. */
export interface Refusal {
  asked: number
  settled: number
  code: ProblemCode
  text: string
  verdict: Draft['verdict']
  harmed: number | null
}

/** Everything that the events are made from. */
export interface World {
  now: number
  network: Network
  survey: Survey
  people: People
  /** Rows wished in all. */
  events: number
  /** Weight moved to the last days. */
  recent: number
  /** Days back for which requests have rows of their own and interventions carry their orders. */
  requestDays: number
  /** Newest rows that carry steps, neighbours and positions. */
  detailed: number
  /** ... and never older than this. */
  detailDays: number
  /** What keeps its readings and its report: the days back, one line in so many, and whatever harmed somebody at any time. */
  proofs: { days: number; oneIn: number; harm: boolean }
  /** Times that a hand goes wrong for once of the error model, for a network too small to show it otherwise. */
  clumsy: number
}
