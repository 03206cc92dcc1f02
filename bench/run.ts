/**
 * `npm run bench`: starts the server and the limit on the same database, runs them alternately and prints medians as ratios of
 * the same run. Options: --size, --ports, --rounds, --quick, --growth,
 * --beside, --alarm, --only, --data.
 */
import { processState } from '@hilo/domain/status.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { measureAlarm } from './alarm/run.ts'
import { makeCells } from './cells.ts'
import { compareCheckouts } from './compare-checkouts.ts'
import { compare, type Bench } from './compare.ts'
import { compareDownloads } from './downloads.ts'
import { readFacts, type Facts } from './facts.ts'
import { measureGrowth } from './growth.ts'
import { limitCopy, limitSql } from './limit-sql.ts'
import { postmasterOf, residentMb, untilIdle } from './machine.ts'
import { readOptions, type Options } from './options.ts'
import { prepare } from './prepare.ts'
import { startLimit, startLoad, startServer } from './processes.ts'
import { newResults, table, type Results } from './report.ts'

/** Events left open by this run would be watched in later ones. */
const endBegun = `update event set process_state = ${processState.is.cancelled}, finished_at = now()
  where type = 1 and process_state not in (3, 5, 11, 12) and created_at >= $1`

/** Runs work between start and stop of everything. */
async function withBench<T>(
  options: Options,
  work: (bench: Bench, facts: Facts, folder: string) => Promise<T>,
): Promise<T> {
  const { db, folder } = await prepare(options)
  const began = new Date()
  const started: { stop(): Promise<void> }[] = []
  try {
    const facts = await readFacts(db)
    const url = db.ownerUrl
    const postmaster = await postmasterOf(db.owner)
    const profile = process.env['BENCH_SERVER_OPTIONS']?.split(' ') ?? []
    const server = await startServer(url, options.firstPort, folder, profile)
    started.push(server)
    const limit = await startLimit(url, options.firstPort + 1, {
      ...limitSql,
      copy: limitCopy(facts.vno, facts.downloadSince),
    })
    const load = startLoad()
    started.push(limit, load)
    return await work({ options, url, postmaster, server, limit, load }, facts, folder)
  } finally {
    await Promise.all(started.map((one) => one.stop()))
    await db.owner.query(endBegun, [began])
    await db.close()
  }
}

async function measure(bench: Bench, facts: Facts): Promise<Results> {
  await sleep(3000)
  await untilIdle(bench.postmaster)
  const results = newResults(facts, bench.options.rounds, residentMb(bench.server.pid))
  // Before anything is created: both sides send the rows of a period that is still open.
  if ('downloads'.includes(bench.options.only)) results.downloads = await compareDownloads(bench, facts)
  for (const cell of makeCells(facts, bench.server.port).filter(({ name }) => name.includes(bench.options.only))) {
    const compared = await compare(bench, cell)
    results.cells.push(compared)
    results.loadedMb = Math.max(results.loadedMb, compared.memory)
    const { limit, ratio, cpuRatio } = compared
    process.stdout.write(
      `${cell.name}: ${compared.void ?? `${ratio.middle.toFixed(2)} of ${limit.rate.toFixed(0)}/s, CPU × ${cpuRatio.middle.toFixed(2)}`}\n`,
    )
  }
  return results
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options.alarm) {
    process.stdout.write(`\n${await measureAlarm(options)}\n`)
    return
  }
  if (options.beside) {
    const compared = await withBench(options, async (bench, facts, folder) => {
      const other = await startServer(bench.url, options.firstPort + 2, folder, [], { root: options.beside })
      return compareCheckouts(bench, facts, other).finally(other.stop)
    })
    process.stdout.write(`\n${compared}\n`)
    return
  }
  if (options.growth) {
    process.stdout.write(`\n${await measureGrowth(options, withBench)}\n`)
    return
  }
  const { results, folder } = await withBench(options, async (bench, facts, folder) => ({
    results: await measure(bench, facts),
    folder,
  }))
  await writeFile(join(folder, 'results.json'), JSON.stringify(results, null, 2))
  process.stdout.write(`\n${table(results)}\n\n${join(folder, 'results.json')}\n`)
}

await main()
