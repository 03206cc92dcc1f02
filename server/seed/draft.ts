import type { Platform } from '@hilo/domain/device.ts'
import type { verdicts, WorkKind } from '@hilo/domain/status.ts'
import type { ProblemCode } from '@hilo/domain/problem.ts'
import type { Network } from './network.ts'
import type { People, Technician } from './people.ts'
import type { Survey } from './survey.ts'

/** An intervention or request before it has an id. */
export interface Draft {
  id: number
  type: number
  parent: Draft | null
  state: number
  tenant: number
  /** Index of its line. */
  line: number
  /** False for work on the box only. */
  onPort: boolean
  technician: Technician | null
  origin: 1 | 2
  channel: Platform | null
  kind: WorkKind | null
  created: number
  started: number | null
  finished: number | null
  updated: number
  /** Current step of the technician, 1–8. */
  step: number | null
  attempts: number
  verdict: (typeof verdicts)[number] | null
  harmed: number | null
  power: number | null
  resume: number | null
  error: { code: string; text: string } | null
  order: number | null
  /** Deadline of the state. */
  deadline: number | null
  /** Incidents in the box, and every refused closing. */
  incidents: Incident[]
  refusals: Refusal[]
  /** Closed by a supervisor's override. */
  override: { by: { id: number; name: string } | null; reason: string; at: number } | null
  /** Its readings are stored. */
  proven: boolean
  /** For a request: its refusal. */
  refusal: Refusal | null
}

/** What a hand in the box did to a neighbour. */
export interface Incident {
  kind: 'touch' | 'unplug' | 'swap' | 'seat' | 'unread'
  /** Port number, and that to which a swapped hair went. */
  port: number
  with: number | null
  /** Milliseconds after the work began; duration of the darkness, null while it lasts. */
  after: number
  lasts: number | null
  /** Permanent loss, dB. */
  db: number
  /** Outcome for a neighbour who was not reconnected. */
  outcome: Outcome
}

/** Light restored, no longer a customer, or still pending. */
export type Outcome = 'restaurado' | 'aceptado' | 'escalado'

/** A refused request to close; milliseconds after the work began. */
export interface Refusal {
  asked: number
  settled: number
  code: ProblemCode
  text: string
  verdict: Draft['verdict']
  harmed: number | null
}

/** Inputs for generating the events. */
export interface World {
  now: number
  network: Network
  survey: Survey
  people: People
  /** Total rows wanted. */
  events: number
  /** Weight moved to the last days. */
  recent: number
  /** Days back for which requests have their own rows and interventions their orders. */
  requestDays: number
  /** Newest rows with steps, neighbours and positions. */
  detailed: number
  /** ... and never older than this. */
  detailDays: number
  /** Which interventions keep readings and report: those of the last days, one line in so many, and all with harm. */
  proofs: { days: number; oneIn: number; harm: boolean }
  /** Multiplier of the error model, for a network too small to show errors otherwise. */
  clumsy: number
}
