/**
 * `npm run truth`: thousands of interventions against a running server, through the wire alone, on boxes in which hands
 * slip, customers switch off and glass breaks as often as they do; then what the product says of every neighbour beside what
 * was done to him. After them every row of the table of trials is played, with the cheats. Ends with 1 when a bound is
 * broken. Options: --count, --wave, --minutes, --seed, --size, --errors, --life, --listen, --data; --rows-only plays the
 * trials alone, --rows 4,10 some of their rows.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRng } from '../../server/seed/rng.ts'
import { ask, casesOf, judge, judgeLast, newTally, type Tally } from './judge.ts'
import { brokenLinks, readGate, watchDemand, watchSessions } from './inside.ts'
import { boundsOf, boundTable, worksText, type Bound } from './report.ts'
import { playRows, rowBounds, rowTable } from './rows.ts'
import { followWave, runWave, type Course } from './wave.ts'
import { openWorld, type Box, type World } from './world.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    wave: { type: 'string', default: '240' },
    /** No wave begins after so many minutes. */
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    size: { type: 'string', default: 'standard' },
    /** The technicians' slips, so many times as often. */
    errors: { type: 'string', default: '1' },
    /** How slow the plant is and how often it fails by itself: `still`, `mild`, `real`. */
    life: { type: 'string', default: 'still' },
    listen: { type: 'string', default: '3790' },
    data: { type: 'string', default: '.cache/truth' },
    'rows-only': { type: 'boolean', default: false },
    rows: { type: 'string', default: '' },
  },
})
const count = Number(values.count)
const most = Math.min(Number(values.wave), count)

/** Boxes of one wave, each on a tree of its own; taken from the list. */
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

/** The rows of the table of trials; they need no network but their own boxes. */
async function rowsPhase(world: World): Promise<Bound[]> {
  const only = values.rows.split(',').filter(Boolean).map(Number)
  const began = performance.now()
  const played = await playRows(world, only)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  process.stdout.write(`\n${played.length} trials in ${seconds} s\n${rowTable(played)}\n\n`)
  await writeFile(join(values.data, 'rows.json'), JSON.stringify(played, null, 2))
  return rowBounds(played)
}

async function main(): Promise<boolean> {
  const rowsOnly = values['rows-only']
  const size = rowsOnly ? 'small' : values.size
  const world = await openWorld(values.data, Number(values.listen), { ...values, size })
  try {
    // The trials last: they take months of business time.
    const works = rowsOnly ? [] : await worksPhase(world)
    const bounds = [...works, ...(await rowsPhase(world))]
    process.stdout.write(`\n${boundTable(bounds)}\n`)
    return bounds.every(({ holds }) => holds)
  } finally {
    await world.stop()
  }
}

/** Random works, many at once. */
async function worksPhase(world: World): Promise<Bound[]> {
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
  return bounds
}

process.exitCode = (await main()) ? 0 : 1
