/** One intervention from opening to end, as by a technician. */
import type { Event } from '@hilo/contract/events/events.ts'
import type { Input } from '@hilo/contract/index.ts'
import { processState } from '@hilo/domain/status.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fate, Plan } from './model.ts'
import { alarmDue } from './internals.ts'
import { readEvent, Refused, type Client } from './wire.ts'
import { deedOf, stepsOf, workedPorts, type Work } from './works.ts'
import type { Box, World } from './world.ts'

const { created, wronglyFinalized, wronglyCancelled, error } = processState.is
const { finalized, cancelled, finalizedSync, canceledSync } = processState.is
export const closed: readonly number[] = [finalized, cancelled, finalizedSync, canceledSync]
export const refused: readonly number[] = [wronglyFinalized, wronglyCancelled]

export interface Job {
  box: Box
  technician: Client
  work: Work
  id: number
  /** Ports that had light before. */
  ports: number[]
  plan: Plan
  /** Milliseconds from a cut to its alarm on the wire; null if it never came. */
  alarms: (number | null)[]
  /** The same without the plant's own delay. */
  product: number[]
  /** Ports whose customers are off at a later control, and all that ever were. */
  off: number[]
  offLater: Set<number>
  /** State after the first decision, and at the end. */
  decided: Event | null
  ended: Event | null
  /** Refusals by the API. */
  trouble: string[]
}

type Deed = Omit<Input<'demo/plant/act'>, 'cto_code' | 'client_request_id'>

/** Acts on the plant under the intervention. */
export async function act(world: World, job: Job, deed: Deed): Promise<void> {
  await world.operator.call('demo/plant/act', { cto_code: job.box.code, ...deed, client_request_id: randomUUID() })
}

const { wronglyCreated } = processState.is
const openingMs = 240_000

/**
 * Bytes after the end of a JPEG do not change the picture but make a different file: the same file proves nothing in a second
 * work.
 */
const ownBytes = (picture: Buffer | undefined, id: number) =>
  picture && Buffer.concat([picture, Buffer.from(String(id))])

/** An OLT that did not answer is retried, by the technician or, after the product has given up, by the neutral operator. */
async function goOn(world: World, job: Job, event: Event): Promise<void> {
  await sleep(5000)
  const query = { event_id: job.id, client_request_id: randomUUID() }
  try {
    if (event.process_state === wronglyCreated) await job.technician.call('admin_vno/events/retry', query)
    else await world.operator.call('admin_vno/events/reprocess', { ...query, reason: 'La OLT vuelve a responder' })
  } catch (thrown) {
    if (!(thrown instanceof Refused && thrown.code === 'EVENT_BAD_STATE')) throw thrown
  }
}

const leaving = "update access set state = 'en_baja' where id = $1"
async function giveUp({ db }: World, accessId: number): Promise<void> {
  await db.owner.query(leaving, [accessId])
}

/** Opens the work with the lit neighbours as shown to the technician. */
export async function open(world: World, job: Job): Promise<void> {
  const { box, work: due } = job
  job.technician = await world.technicianOf(due.vnoId)
  const { customer, at, kind: work_kind } = due
  // Only the customer's operator orders an unsubscription.
  if (work_kind === 'baja' && customer) await giveUp(world, customer.accessId)
  const asked = {
    cto_id: box.id,
    work_kind,
    ...(customer && { access_id: customer.accessId }),
    ...(at && { port_id: at.portId }),
    client_request_id: randomUUID(),
  }
  const { record } = await job.technician.call<{ record: Event }>('admin_vno/events/create', asked)
  job.id = record.id
  const end = performance.now() + openingMs
  const over = ({ process_state: state }: Event) => state === created || state === wronglyCreated || state === error
  for (;;) {
    const seen = await world.news.until(job.technician, job.id, over, openingMs)
    if (seen?.process_state === created) {
      const own = workedPorts(due)
      const lit = (seen.neighbours.items ?? []).filter(({ state, port }) => state === 'online' && !own.includes(port))
      job.ports = lit.map(({ port }) => port)
      return
    }
    if (!seen || performance.now() > end) throw new Error(`intervention ${job.id} does not open: ${seen?.error?.code}`)
    await goOn(world, job, seen)
  }
}

export async function work(world: World, job: Job): Promise<void> {
  if (job.plan.ending === 'cancel') return
  const deed = deedOf(job.work)
  if (deed) await act(world, job, deed)
  let picture = 0
  for (const [step, data, label_kind] of stepsOf(job.work, job.box)) {
    const query = { event_id: job.id, step, client_request_id: randomUUID() }
    await job.technician.call('admin_vno/events/step/save', { ...query, status: 'done', data })
    if (label_kind === undefined) continue
    const sent = { event_id: job.id, step, label_kind, taken_at: new Date().toISOString() }
    await job.technician.call('admin_vno/enrollments/pictures/upload', sent, ownBytes(world.pictures[picture], job.id))
    picture += 1
  }
}

const cutOf = ({ neighbours }: Event, port: number) => neighbours.alarms?.findLast((alarm) => alarm.port === port)
const lasts = (event: Event, port: number) => cutOf(event, port)?.up_at === null
const isOver = (event: Event, port: number) => cutOf(event, port)?.up_at != null

/** Pulls a hair and waits until the technician is alarmed. */
async function pull(world: World, job: Job, port: number): Promise<void> {
  await act(world, job, { action: 'unplug', port })
  const from = performance.now()
  const [way, seen] = await Promise.all([
    alarmDue(world, job.box.id, port),
    world.news.until(job.technician, job.id, (event) => cutOf(event, port) !== undefined, longestAlarmMs),
  ])
  const took = performance.now() - from
  job.alarms.push(seen && took)
  if (seen) job.product.push(Math.max(0, took - way))
}

async function putBack(world: World, job: Job, port: number): Promise<void> {
  await act(world, job, { action: 'plug', port })
  await world.news.until(job.technician, job.id, (event) => !lasts(event, port), longestRangingMs)
}

/** Events of one port while the box is open; ends when all expected returns have happened. */
async function befall(world: World, job: Job, port: number, fate: Fate): Promise<void> {
  switch (fate.kind) {
    case 'touched': {
      const told = pull(world, job, port)
      // Awaited below, where failures are reported.
      told.catch(() => undefined)
      await sleep(fate.seconds * 1000)
      await putBack(world, job, port)
      await told
      return void (await world.news.until(job.technician, job.id, (event) => isOver(event, port), longestRangingMs))
    }
    case 'left':
      await pull(world, job, port)
      if (fate.restored !== 'alert') return
      await sleep(fate.seconds * 1000)
      return await putBack(world, job, port)
    case 'swapped':
      return port < fate.with ? await act(world, job, { action: 'swap', port, port_to: fate.with }) : undefined
    case 'bad_seat':
      await pull(world, job, port)
      await sleep(2000)
      await putBack(world, job, port)
      return await act(world, job, { action: 'degrade', port, db: fate.db })
    case 'off':
      await act(world, job, { action: 'power_off', port })
      if (!fate.back) return
      await sleep(fate.seconds * 1000)
      return await act(world, job, { action: 'power_on', port })
    case 'fault':
      return await pull(world, job, port)
    case 'late':
      return
  }
}

/** From light to service on the simulated plant including the alarm, and until a lost OLT is back, ms. */
export const longestRangingMs = 190_000
const longestAlarmMs = 120_000
const longestFallMs = 20_000

/** All events of the box, at their own times. */
export async function happen(world: World, job: Job, delays: () => number): Promise<void> {
  const { fates, feeder } = job.plan
  const each = [...fates].map(async ([port, fate]) => {
    await sleep(delays())
    await befall(world, job, port, fate)
  })
  await Promise.all(each)
  if (!feeder) return
  await act(world, job, { action: 'unplug' })
  // The clock jumps afterwards: the tree must be swept after its last alarm first.
  const told = (event: Event) =>
    job.ports.every((port) => lasts(event, port) && (cutOf(event, port)?.gasp || cutOf(event, port)?.class !== null))
  await world.news.until(job.technician, job.id, told, longestFallMs)
}

export async function askEnd({ technician, id, plan }: Job): Promise<void> {
  const query = { event_id: id, client_request_id: randomUUID() }
  if (plan.ending === 'finalize') await technician.call('admin_vno/events/finalize', query)
  else await technician.call('admin_vno/events/cancel', { ...query, reason: 'Cliente ausente' })
}

/**
 * Whether the product has decided: closed, refused, or given up.
 * @param asked version before the request; repeating a cancellation makes a new version without a change of state
 */
export function isDecided({ process_state: state, version }: Event, asked: number): boolean {
  return [...closed, ...refused, error].includes(state) && version > (state === wronglyCancelled ? asked + 1 : asked)
}

/** Restores light: late repairs, a mended feeder, and returning customers. Returns whether anything changed. */
export async function putRight(world: World, job: Job): Promise<boolean> {
  const due = [...job.plan.fates].filter(
    ([, fate]) => fate.kind === 'off' || (fate.kind === 'left' && fate.restored === 'after'),
  )
  for (const [port, { kind }] of due) await act(world, job, { action: kind === 'off' ? 'power_on' : 'plug', port })
  return due.length > 0 || job.plan.feeder
}

/** Repeats a refused request to end. A failed cancellation may be in progress already. */
export async function askAgain(job: Job): Promise<void> {
  const event = await readEvent(job.technician, job.id)
  if (!refused.includes(event.process_state)) return
  try {
    const query = { event_id: job.id, client_request_id: randomUUID() }
    if (event.process_state === wronglyFinalized) await job.technician.call('admin_vno/events/finalize', query)
    else await job.technician.call('admin_vno/events/cancel', { ...query, reason: 'Ya está reparado' })
  } catch (thrown) {
    if (!(thrown instanceof Refused && thrown.code === 'EVENT_BAD_STATE')) throw thrown
  }
}
