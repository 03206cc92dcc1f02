import { eventType, processState } from '@hilo/domain/status.ts'
import type { WorkKind } from '@hilo/domain/status.ts'
import { childrenOf } from './children.ts'
import type { Draft, World } from './draft.ts'
import { roundsOf } from './lines.ts'
import type { Rounds } from './lines.ts'
import { openDrafts } from './open.ts'
import { drawClosing, drawPower, fail, measures } from './outcome.ts'
import { at, clamp, createRng } from './rng.ts'
import type { Rng } from './rng.ts'
import { day, hour, minute, second, workDays, zoneOffset } from './time.ts'
import type { WorkDay } from './time.ts'
import { activeTechnicians } from './crew.ts'
import type { Crew } from './crew.ts'
import { zoneOfPlace } from '@hilo/domain/place-clock.ts'

const state = processState.is
const type = eventType.is
const works: readonly [WorkKind, number][] = [
  ['alta', 58],
  ['averia', 22],
  ['baja', 9],
  ['cambio_pelo', 6],
  ['mantenimiento', 5],
]
const workWeights = works.map(([, weight]) => weight)
/** Independent rows: interventions, and requests of operators without field work. */
const standing: readonly [number, number][] = [
  [type.createListener, 880],
  [type.unsubscription, 30],
  [type.apiEnrollment, 65],
  [type.apiUnenrollment, 20],
  [type.apiEnrollmentUploadfile, 5],
]
const standingWeights = standing.map(([, weight]) => weight)

interface Shop {
  world: World
  rounds: Rounds
  crew: Crew
  rng: Rng
  /** Boxes that may have a dark neighbour. */
  dark: Set<number>
  /** Boxes worked in within the last day, whose neighbours are still controlled. */
  recent: Set<number>
}

/** Time of day in ms after local midnight: work from 8 to 20 with peaks at 10:00 and 16:30. */
function timeOfDay(rng: Rng): number {
  const chance = rng.next()
  const wished = chance < 0.42 ? rng.normal(10, 1) : chance < 0.82 ? rng.normal(16.5, 1.1) : 8 + rng.next() * 12
  const kept = wished >= 8 && wished < 20 ? wished : 8 + rng.next() * 12
  return Math.floor(kept * hour)
}

function blank(world: World, line: number, created: number): Draft {
  return {
    id: 0,
    type: type.createListener,
    parent: null,
    state: state.finalizedSync,
    tenant: at(world.survey.tenant, line),
    line,
    onPort: true,
    technician: null,
    origin: 2,
    channel: 'web',
    kind: null,
    created,
    started: null,
    finished: null,
    updated: created,
    step: null,
    attempts: 0,
    verdict: null,
    harmed: null,
    power: null,
    resume: null,
    error: null,
    order: null,
    deadline: null,
    incidents: [],
    refusals: [],
    override: null,
    proven: false,
    refusal: null,
  }
}

/** Origin of a request: a third by API, the rest by the application. */
function origin(draft: Draft, rng: Rng): void {
  if (rng.chance(0.35)) Object.assign(draft, { origin: 1, channel: null })
  else draft.channel = rng.chance(0.25) ? 'web' : rng.chance(0.68) ? 'android' : 'ios'
}

function finish(shop: Shop, draft: Draft): void {
  const { world, rng } = shop
  const chance = rng.next()
  const weak = measures(draft) && rng.chance(0.01)
  if (measures(draft)) draft.power = drawPower(world, draft.line, rng, weak)
  if (chance < 0.05 || weak) draft.state = state.canceledSync
  else if (chance < 0.065) fail(world, draft, state.error, rng)
  drawClosing(world, draft, rng)
  if (draft.override !== null && world.now - draft.created < 14 * day) shop.dark.add(at(world.survey.box, draft.line))
  const ended = draft.finished ?? draft.updated
  const synced = world.now - ended > 20 * minute
  if (!synced && draft.state === state.finalizedSync) draft.state = state.finalized
  if (!synced && draft.state === state.canceledSync) draft.state = state.cancelled
  if (draft.kind === 'alta' && draft.finished !== null && draft.state !== state.canceledSync)
    world.survey.activated[draft.line] = draft.finished
}

/** A finished intervention, or null if it could not be finished by now. */
function intervention(shop: Shop, created: number, kind: WorkKind): Draft | null {
  const { world, rounds, crew, rng } = shop
  const round = kind === 'alta' ? rounds.enrolled : kind === 'baja' ? rounds.ceased : rounds.active
  const draft = blank(world, round.next(), created)
  draft.kind = kind
  draft.onPort = kind !== 'mantenimiento'
  draft.technician = rng.pick(at(crew, draft.tenant))
  draft.attempts = 1
  origin(draft, rng)
  draft.started = created + 8 * second + Math.floor(rng.next() * 70 * second)
  draft.finished = draft.started + Math.floor(clamp(rng.logNormal(48, 0.42), 7, 300) * minute)
  draft.updated = draft.finished + Math.floor(rng.next() * 90 * second)
  if (draft.updated >= world.now) return null
  finish(shop, draft)
  if (world.now - draft.created < day + hour) shop.recent.add(at(world.survey.box, draft.line))
  return draft
}

/** A request without field work: finished in seconds. */
function request(shop: Shop, created: number, wanted: number): Draft {
  const { world, rounds, rng } = shop
  const enrols = wanted === type.apiEnrollment || wanted === type.apiEnrollmentUploadfile
  const draft = blank(world, (enrols ? rounds.active : rounds.ceased).next(), created)
  draft.type = wanted
  if (wanted !== type.unsubscription || rng.chance(0.4)) Object.assign(draft, { origin: 1, channel: null })
  draft.started = created + Math.floor(rng.next() * 900)
  draft.finished = draft.started + 300 + Math.floor(rng.next() * 9000)
  draft.updated = draft.finished + Math.floor(rng.next() * 30 * second)
  if (rng.chance(0.03)) fail(world, draft, state.error, rng)
  return draft
}

function oneDay(shop: Shop, { midnight, target }: WorkDay): Draft[] {
  const { world, rng } = shop
  const drafts: Draft[] = []
  const canary = zoneOffset(midnight + day / 2, 'Europe/Madrid') - zoneOffset(midnight + day / 2, 'Atlantic/Canary')
  const window = Math.min(world.now - midnight - hour, day)
  for (let tries = target * 3; drafts.length < target && tries > 0; tries--) {
    const time = timeOfDay(rng)
    if (time > window) continue
    const wanted = at(standing, rng.weighted(standingWeights))[0]
    const created = midnight + time
    const draft =
      wanted === type.createListener
        ? intervention(shop, created, at(works, rng.weighted(workWeights))[0])
        : request(shop, created, wanted)
    if (draft === null) continue
    const { place } = at(world.network.pons, at(world.network.pon, at(world.survey.box, draft.line))).olt
    if (canary > 0 && zoneOfPlace({ ine_code: place.ine }) === 'Atlantic/Canary')
      shift(draft, Math.min(canary, world.now - draft.updated))
    drafts.push(draft, ...childrenOf(world, draft, rng))
  }
  return drafts
}

function shift(draft: Draft, ms: number): void {
  draft.created += ms
  draft.updated += ms
  if (draft.started !== null) draft.started += ms
  if (draft.override !== null) draft.override.at += ms
  if (draft.finished !== null) draft.finished += ms
}

export interface Numbered {
  draft: Draft
  /** With steps, neighbours and positions. */
  detailed: boolean
}

/** All events, oldest first, numbered in order of creation within each day. */
export function* makeEvents(world: World): Generator<Numbered> {
  const crew = activeTechnicians(world.people)
  const shop: Shop = {
    world,
    rounds: roundsOf(world.survey),
    crew,
    rng: createRng(81, Math.floor(world.now / day)),
    dark: new Set(),
    recent: new Set(),
  }
  const days = workDays(world.now, world.events, world.recent)
  let detailFrom = days.length - 1
  for (let rows = 0; detailFrom > 0 && days.length - detailFrom < world.detailDays; detailFrom--) {
    rows += at(days, detailFrom).target
    if (rows + at(days, detailFrom - 1).target > world.detailed) break
  }
  let id = 0
  for (const [index, workDay] of days.entries()) {
    const drafts = oneDay(shop, workDay)
    if (index === days.length - 1) drafts.push(...openDrafts(world, shop.rounds, crew, blank, shop))
    drafts.sort((one, other) => one.created - other.created)
    for (const draft of drafts) {
      draft.id = ++id
      yield { draft, detailed: index >= detailFrom }
    }
  }
}
