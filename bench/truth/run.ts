/**
 * `npm run truth`: hundreds of interventions against a running server, through the wire alone, on boxes in which hands
 * slip, customers switch off and glass breaks as often as they do; then what the product says of every neighbour beside what
 * was done to him. Then random histories of one box with one or two technicians, and every trial of the table with the cheats.
 * Ends with 1 when a bound is broken. Options: --count, --wave, --minutes, --histories, --seed, --size, --errors, --life,
 * --listen, --data; --parts histories,trials plays some parts alone, --rows 4,10 some rows of the trials, 0 those of no row,
 * --turns 3,17 some histories.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRng } from '../../server/seed/rng.ts'
import { ask, casesOf, judge, judgeLast, newTally, type Tally } from './judge.ts'
import { brokenLinks, readGate, watchDemand, watchSessions } from './internals.ts'
import { historyBounds, historyKinds, playHistories } from './histories/run.ts'
import { kindTable, type KindRow } from './kinds.ts'
import { boundsOf, boundTable, workKinds, worksText, type Bound } from './report.ts'
import { doorOf, playRows, rowBounds, rowKinds } from './rows.ts'
import { followWave, runWave, type Course } from './wave.ts'
import { openWorld, type Box, type World } from './world.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '120' },
    wave: { type: 'string', default: '60' },
    /** No wave starts after so many minutes. */
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    size: { type: 'string', default: 'standard' },
    /** Multiplier of the technicians' error rates. */
    errors: { type: 'string', default: '1' },
    /** Speed and fault rate of the plant: `still`, `mild`, `real`. */
    life: { type: 'string', default: 'still' },
    listen: { type: 'string', default: '3790' },
    data: { type: 'string', default: '.cache/truth' },
    histories: { type: 'string', default: '39' },
    parts: { type: 'string', default: 'works,histories,trials' },
    rows: { type: 'string', default: '' },
    turns: { type: 'string', default: '' },
  },
})
const count = Number(values.count)
const most = Math.min(Number(values.wave), count)

/** Boxes of one wave, each on its own tree; removed from the list. */
function pick(boxes: Box[], wanted: number): Box[] {
  const trees = new Set<number>()
  const chosen = boxes.filter(({ ponId }) => trees.size < wanted && !trees.has(ponId) && trees.add(ponId))
  const ids = new Set(chosen.map(({ id }) => id))
  boxes.splice(0, boxes.length, ...boxes.filter(({ id }) => !ids.has(id)))
  return chosen
}

async function wave(world: World, course: Course, boxes: Box[], tally: Tally): Promise<number[]> {
  const jobs = await runWave(world, course, boxes)
  const said = await Promise.all(jobs.map((job) => ask(world, job).catch(() => null)))
  for (const [index, job] of jobs.entries()) judge(tally, job, said[index] ?? null)
  await followWave(world, course, jobs)
  for (const job of jobs) if (job.id > 0) judgeLast(tally, job, await casesOf(world, job.id))
  return jobs.map(({ id }) => id).filter((id) => id > 0)
}

interface Outcome {
  bounds: Bound[]
  kinds: KindRow[]
}
const numbers = (list: string) => list.split(',').filter(Boolean).map(Number)

/** The table of trials, on separate boxes. */
async function trialsPart(world: World): Promise<Outcome> {
  const played = await playRows(world, numbers(values.rows))
  await writeFile(join(values.data, 'rows.json'), JSON.stringify(played, null, 2))
  return { bounds: rowBounds(played), kinds: rowKinds(played) }
}

async function historiesPart(world: World): Promise<Outcome> {
  const all = Array.from({ length: Number(values.histories) }, (_, turn) => turn)
  const turns = values.turns === '' ? all : numbers(values.turns)
  const played = await playHistories(doorOf(world), Number(values.seed), turns)
  await writeFile(join(values.data, 'histories.json'), JSON.stringify(played, null, 2))
  return { bounds: historyBounds(played), kinds: historyKinds(played) }
}

async function main(): Promise<boolean> {
  const parts = values.parts.split(',')
  const size = parts.includes('works') ? values.size : 'small'
  const world = await openWorld(values.data, Number(values.listen), { ...values, size })
  const began = performance.now()
  try {
    const outcomes: Outcome[] = []
    // Histories and trials last: they take months of business time.
    if (parts.includes('works')) outcomes.push(await worksPart(world))
    if (parts.includes('histories')) outcomes.push(await historiesPart(world))
    if (parts.includes('trials')) outcomes.push(await trialsPart(world))
    const bounds = outcomes.flatMap((one) => one.bounds)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    process.stdout.write(
      `\n${seconds} s\n\n${kindTable(outcomes.flatMap((one) => one.kinds))}\n\n${boundTable(bounds)}\n`,
    )
    return bounds.every(({ holds, timed }) => holds || timed)
  } finally {
    await world.stop()
  }
}

/** Random works, many at once. */
async function worksPart(world: World): Promise<Outcome> {
  const began = performance.now()
  const tally = newTally()
  const ids: number[] = []
  const course = { rng: createRng(Number(values.seed), 70), seed: Number(values.seed), errors: Number(values.errors) }
  const boxes = [...world.boxes]
  const looked = boxes.pop()
  if (!looked) throw new Error('no box is quiet')
  const sessions = watchSessions(world)
  const demand = watchDemand(world, looked)
  while (tally.interventions < count && performance.now() - began < Number(values.minutes) * 60_000) {
    const chosen = pick(boxes, Math.min(most, count - tally.interventions))
    if (chosen.length === 0) throw new Error(`only ${tally.interventions} boxes are quiet enough`)
    ids.push(...(await wave(world, course, chosen, tally)))
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    process.stdout.write(
      `${tally.interventions} interventions, ${seconds} s, found ${tally.found} of ${tally.harmed}, wrong ${tally.wrong.length}\n`,
    )
  }
  const [mostAtOnce, demandGapS] = [await sessions.stop(), await demand.stop()]
  const gate = { ...(await readGate(world)), mostAtOnce, demandGapS }
  const result = {
    ...tally,
    gate,
    broken: await brokenLinks(world, ids),
    seconds: (performance.now() - began) / 1000,
  }
  const bounds = boundsOf(result, values.life)
  await writeFile(join(values.data, 'results.json'), JSON.stringify({ options: values, ...result, bounds }, null, 2))
  process.stdout.write(`\n${worksText(result)}\n`)
  return { bounds, kinds: workKinds(result) }
}

process.exitCode = (await main()) ? 0 : 1
