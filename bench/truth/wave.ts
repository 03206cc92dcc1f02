/** Many interventions in step: the clock is shared, so no cut may be in progress when it jumps. */
import { processState } from '@hilo/domain/status.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRng, type Rng } from '../../server/seed/rng.ts'
import { untilDone } from '../../server/test/trials/time.ts'
import {
  act,
  askAgain,
  askEnd,
  closed,
  happen,
  isDecided,
  longestRangingMs,
  open,
  putRight,
  refused,
  work,
  type Job,
} from './job.ts'
import { drawPlan, rates } from './model.ts'
import { readEvent } from './wire.ts'
import { drawWork } from './works.ts'
import type { Box, World } from './world.ts'

const { error } = processState.is
/** Waits of the closing, business seconds: a quiet box, and the second reading. */
const jumps = [61, 31]
const mostJumps = 16
/** The two controls of a closed box, in business seconds after each other. */
const laterLooks = [15 * 60, 24 * 3600]
const againS = 300
/** Rest of an OLT after failures, real ms. */
const breakMs = 31_000
const silent: readonly string[] = ['OLT_UNREACHABLE', 'OLT_BUSY', 'SNAPSHOT_INCOMPLETE']
const mostRecoveries = 4

export interface Course {
  rng: Rng
  errors: number
  seed: number
}

async function advance(world: World, seconds: number): Promise<void> {
  await world.operator.call('demo/plant/clock', { advance_s: seconds, client_request_id: randomUUID() })
}

/** Runs work for each job; a failure affects only that job. */
async function each(jobs: readonly Job[], work: (job: Job) => Promise<unknown>): Promise<void> {
  await Promise.all(
    jobs.map((job) =>
      work(job).catch((thrown: unknown) => {
        job.trouble.push(thrown instanceof Error ? thrown.message : String(thrown))
      }),
    ),
  )
}

const sound = (jobs: readonly Job[]) => jobs.filter(({ trouble }) => trouble.length === 0)

/** Advances business time until every request is decided. */
async function decide(world: World, jobs: readonly Job[], versions: ReadonlyMap<Job, number>): Promise<void> {
  let open = [...jobs]
  for (let turn = 0; open.length > 0 && turn < mostJumps; turn++) {
    await advance(world, jumps[Math.min(turn, 1)] ?? 31)
    const still: Job[] = []
    await each(open, async (job) => {
      const wanted = (event: Job['decided']) => event !== null && isDecided(event, versions.get(job) ?? 0)
      job.ended = await world.news.until(job.technician, job.id, wanted, turn === 0 ? 30_000 : 12_000)
      if (job.ended === null) still.push(job)
    })
    open = still
  }
  for (const job of open) job.trouble.push('it is never decided')
}

async function askAll(world: World, jobs: readonly Job[], ask: (job: Job) => Promise<void>): Promise<void> {
  const versions = new Map<Job, number>()
  await each(jobs, async (job) => {
    const event = await readEvent(job.technician, job.id)
    // A failed cancellation is retried automatically, and may be over by now.
    if (closed.includes(event.process_state)) return void (job.ended = event)
    versions.set(job, event.version)
    await ask(job)
  })
  await decide(
    world,
    sound(jobs).filter((job) => versions.has(job)),
    versions,
  )
}

/** Silent OLTs answer again: the neutral operator takes interventions out of error, technicians retry. */
async function recover(world: World, jobs: readonly Job[]): Promise<void> {
  const down = jobs.filter(({ plan }) => plan.oltDown)
  await each(down, (job) => act(world, job, { action: 'olt_up' }))
  for (let turn = 0; turn < mostRecoveries; turn++) {
    const stopped = sound(jobs).filter(({ ended }) => silent.includes(ended?.error?.code ?? ''))
    if (stopped.length === 0) return
    await sleep(breakMs)
    await askAll(world, stopped, async (job) => {
      if (job.ended?.process_state !== error) return await askAgain(job)
      const query = { event_id: job.id, reason: 'La OLT vuelve a responder', client_request_id: randomUUID() }
      await world.operator.call('admin_vno/events/reprocess', query)
    })
  }
}

/** Refused requests are repaired where a person does, and repeated. */
async function repair(world: World, jobs: readonly Job[]): Promise<void> {
  const wrong = sound(jobs).filter(({ ended }) => ended !== null && refused.includes(ended.process_state))
  const mended: Job[] = []
  await each(wrong, async (job) => {
    if (await putRight(world, job)) mended.push(job)
  })
  if (mended.length === 0) return
  await sleep(11_000)
  await askAll(world, mended, askAgain)
}

/** Runs one wave; the boxes are on different trees. */
export async function runWave(world: World, course: Course, boxes: readonly Box[]): Promise<Job[]> {
  const { rng, errors, seed } = course
  const jobs = boxes.map((box): Job => {
    const plan = drawPlan(rng, [], false, 0)
    return {
      box,
      // Placeholder until the work's own technician exists.
      technician: world.operator,
      work: drawWork(createRng(seed, 72, box.id), box.stock, box.id),
      plan,
      id: 0,
      ports: [],
      alarms: [],
      product: [],
      off: [],
      offLater: new Set(),
      decided: null,
      ended: null,
      trouble: [],
    }
  })
  await each(jobs, (job) => open(world, job))
  for (const job of sound(jobs)) job.plan = drawPlan(createRng(seed, 71, job.box.id), job.ports, job.box.full, errors)
  const delays = () => rng.int(0, 6000)
  await each(sound(jobs), async (job) => {
    await Promise.all([work(world, job), happen(world, job, delays)])
  })
  // All ranging ONTs are in service by then.
  await advance(world, longestRangingMs / 1000)
  // Not before: alarms of an unreachable OLT are lost.
  for (const job of sound(jobs)) if (job.plan.oltDown) await act(world, job, { action: 'olt_down' })
  await askAll(world, sound(jobs), askEnd)
  await recover(world, jobs)
  for (const job of jobs) job.decided = job.ended
  await untilDone(world.db)
  await each(
    jobs.filter(({ plan }) => plan.feeder),
    (job) => act(world, job, { action: 'plug' }),
  )
  return jobs
}

/** Customers switch off between the controls; earlier ones have returned. */
async function switchOff(world: World, job: Job, share: number, rng: Rng): Promise<void> {
  for (const port of job.off) await act(world, job, { action: 'power_on', port })
  job.off = job.ports.filter((port) => !job.plan.fates.has(port) && rng.chance(share))
  for (const port of job.off) {
    job.offLater.add(port)
    await act(world, job, { action: 'power_off', port })
  }
}

/** After the decision: repairs, late disconnections, and the two controls. */
export async function followWave(world: World, { rng }: Course, jobs: readonly Job[]): Promise<void> {
  await repair(world, jobs)
  await each(sound(jobs), async (job) => {
    const late = [...job.plan.fates].find(([, { kind }]) => kind === 'late')
    if (late && closed.includes(job.ended?.process_state ?? 0))
      await act(world, job, { action: 'unplug', port: late[0] })
  })
  for (const [index, seconds] of laterLooks.entries()) {
    await each(sound(jobs), (job) => switchOff(world, job, rates.laterOff[index] ?? 0, rng))
    await advance(world, seconds + 60)
    await untilDone(world.db)
  }
  // Retries unanswered requests.
  await advance(world, againS)
  await untilDone(world.db)
  await each(sound(jobs), async (job) => {
    job.ended = await readEvent(job.technician, job.id)
  })
}
