import { productVersion } from '../kernel/place.ts'
import { eventTimes } from '@hilo/domain/event.ts'
import { eventType, processState } from '@hilo/domain/status.ts'
import { positionOf } from './box-place.ts'
import { eventCode } from './codes.ts'
import type { Row } from './copy.ts'
import type { Draft, World } from './draft.ts'
import type { Numbered } from './events.ts'
import type { ProofBook, Shown } from './proof/book.ts'
import type { OrderBook } from './orders.ts'
import { at, mix } from './rng.ts'
import { stepsOf } from './steps.ts'
import { tenants } from './tenants.ts'
import { day, historyDays, hour, stamp } from './time.ts'

const state = processState.is
export const eventColumns =
  'id, code, type, parent_id, process_state, vno_id, technical_id, contractor_id, origin, channel, cto_id, port_id, access_id, ' +
  'service_order_id, work_kind, listener, current_step, steps, power_dbm, verdict, harmed_count, neighbour_items, attempts, resume_state, ' +
  'error, override, cev_version, before_snapshot_id, after_snapshot_id, alarms, touched_at, deadline_at, started_at, finished_at, position_start, position_end, device, offline_ms, created_by, version, created_at, updated_at'

/** Event numbers restart every year; the first year did not start at 1. */
function numbering(world: World): (ms: number) => string {
  const first = new Date(world.now - historyDays * day)
  const year = first.getUTCFullYear()
  const share = (first.getTime() - Date.UTC(year, 0, 1)) / (historyDays * day)
  const last = new Map([[year, Math.round(share * world.events)]])
  return (ms) => {
    // Local years: at New Year's Eve an hour matters.
    const own = Number(stamp(ms + hour).slice(0, 4))
    const number = (last.get(own) ?? 0) + 1
    last.set(own, number)
    return eventCode(own, number)
  }
}

/** Author of a row: the technician, an administrator, or the API key. */
function authors(world: World): (draft: Draft) => string {
  const json = (id: number, name: string, account: string, origin: number) =>
    JSON.stringify({ id, name, account_type: account, origin })
  const heads = tenants.map((_, index) => world.people.administrators.find((one) => one.tenant === index))
  const office = heads.map((head) => json(head?.id ?? 1, head?.name ?? '', 'va', 2))
  const system = heads.map((head, index) => json(head?.id ?? 1, `OSS de ${at(tenants, index).name}`, 'va', 1))
  const field = new Map(world.people.technicians.map(({ account, id, name }) => [account, json(id, name, 'te', 2)]))
  return ({ origin, channel, tenant, technician }) => {
    if (origin === 1) return at(system, tenant)
    const own = channel === 'web' ? undefined : field.get(technician?.account ?? 0)
    return own ?? at(office, tenant)
  }
}

interface Detail {
  listener: string | null
  steps: string
  from: string | null
  to: string | null
  device: string | null
  offline: number | null
}
const plain: Detail = {
  listener: null,
  steps: '[]',
  from: null,
  to: null,
  device: null,
  offline: null,
}

function detailOf(world: World, draft: Draft, box: number, shown: Shown | null): Detail {
  if (draft.type !== eventType.is.createListener) return plain
  const pon = at(world.network.pons, at(world.network.pon, box))
  const { lat, lon } = positionOf(world.network, box)
  const near = (salt: number) => {
    const shift = (part: number) => ((mix(salt, part, draft.id) % 400) - 200) / 1e6
    return JSON.stringify({
      lat: Number((lat + shift(1)).toFixed(7)),
      lon: Number((lon + shift(2)).toFixed(7)),
      accuracy_m: 4 + (mix(salt, draft.id) % 20),
    })
  }
  const ended = draft.finished ?? (draft.resume === state.cancelled ? draft.updated : null)
  const listener =
    draft.started === null
      ? null
      : JSON.stringify({
          id: draft.id,
          opened_at: stamp(draft.started),
          closed_at: ended === null ? null : stamp(ended),
          olt_id: pon.olt.id,
          pon: pon.code,
          watched_ports: shown?.watched ?? Array.from({ length: at(world.network.size, box) }, (_, index) => index + 1),
        })
  const mobile = draft.channel === 'android' || draft.channel === 'ios'
  const install = draft.technician ? mix(95, draft.technician.account).toString(16).padStart(8, '0') : null
  return {
    listener,
    steps: stepsOf(world, draft),
    from: draft.started === null ? null : near(96),
    to: draft.finished === null ? null : near(97),
    device: mobile ? JSON.stringify({ install_id: install, app_version: productVersion }) : null,
    offline: mobile && draft.finished !== null ? (mix(98, draft.id) % 5 === 0 ? mix(99, draft.id) % 900_000 : 0) : null,
  }
}

/** Deadline of the state: a day after the opening, or after the last refusal. */
function deadlineOf({ state: now, started, refusals }: Draft): number | null {
  if (started === null) return null
  const refusal = refusals.at(-1)
  const stuck = now === state.wronglyFinalized || now === state.wronglyCancelled
  return started + (stuck && refusal ? refusal.settled : 0) + eventTimes.listenerLife
}

/** A request ends as its intervention did, or has the reason of its refusal. */
function settle(draft: Draft): void {
  const { type, parent, refusal } = draft
  if (parent === null || (type !== eventType.is.finalizeListener && type !== eventType.is.cancelledListener)) return
  if (draft.state === state.finalizing) return
  const { verdict, harmed } = refusal ?? parent
  Object.assign(draft, { verdict, harmed })
  if (refusal) draft.error = { code: refusal.code, text: refusal.text }
}

/** From before readings were stored. */
function isLegacy({ now, proofs }: World, draft: Draft): boolean {
  const root = draft.parent ?? draft
  return !root.proven && now - root.created >= proofs.days * day
}

interface Facts {
  code: string
  author: string
  box: number
  port: number
  shown: Shown | null
  detail: Detail
  legacy: boolean
}

/** The row of an intervention or request, with its findings. */
function eventRow(draft: Draft, { code, author, box, port, shown, detail, legacy }: Facts): Row {
  const root = draft.type === eventType.is.createListener
  const onPort = draft.onPort && draft.state !== state.iddle
  return [
    draft.id,
    code,
    draft.type,
    draft.parent?.id ?? null,
    draft.state,
    draft.tenant + 1,
    draft.technician?.account ?? null,
    draft.technician?.contractor.id ?? null,
    draft.origin,
    draft.channel,
    box + 1,
    onPort ? port : null,
    draft.onPort ? draft.line + 1 : null,
    draft.order,
    draft.kind,
    detail.listener,
    draft.step,
    detail.steps,
    draft.power,
    draft.verdict,
    draft.harmed,
    shown?.items ?? null,
    draft.attempts,
    draft.resume,
    draft.error === null ? null : JSON.stringify(draft.error),
    draft.override && JSON.stringify({ ...draft.override, at: stamp(draft.override.at) }),
    legacy ? 1 : 2,
    shown?.before ?? null,
    shown?.after ?? null,
    shown?.alarms ?? null,
    shown?.touched ?? null,
    draft.deadline,
    draft.started,
    draft.finished,
    detail.from,
    detail.to,
    detail.device,
    detail.offline,
    author,
    root ? 3 + draft.attempts * 2 + (draft.step ?? 8) : 3,
    draft.created,
    draft.updated,
  ]
}

/** Rows of the event table, oldest first. Assigns every recent intervention its order. */
export function* eventRows(
  world: World,
  events: Iterable<Numbered>,
  orders: OrderBook,
  proofs: ProofBook,
): Generator<Row> {
  const codeFor = numbering(world)
  const authorOf = authors(world)
  const { survey } = world
  for (const { draft, detailed } of events) {
    const box = at(survey.box, draft.line)
    const code = codeFor(draft.created)
    const root = draft.type === eventType.is.createListener
    if (root) draft.deadline = deadlineOf(draft)
    const shown = root ? proofs.add(draft, code) : null
    draft.proven = shown !== null
    if (root) draft.order = orders.orderFor(draft)
    else settle(draft)
    const detail = detailed || shown ? detailOf(world, draft, box, shown) : plain
    const legacy = isLegacy(world, draft)
    yield eventRow(draft, {
      code,
      author: authorOf(draft),
      box,
      port: at(survey.port, draft.line),
      shown,
      detail,
      legacy,
    })
  }
}
