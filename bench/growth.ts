/** The same calls on networks of growing size: a list that grows with its table shows here. */
import { makeCells, type Cell } from './cells.ts'
import { checkRows, median, slicesOf, type Bench } from './compare.ts'
import type { Facts } from './facts.ts'
import { untilIdle } from './machine.ts'
import type { Options } from './options.ts'

const sizes = [10_000, 100_000, 1_000_000]
/** Few connections: what is asked is how long one call takes, not how many the machine can do. */
const connections = 2

type WithBench = <T>(options: Options, work: (bench: Bench, facts: Facts) => Promise<T>) => Promise<T>

async function latency(bench: Bench, cell: Cell): Promise<number> {
  const length = await checkRows(bench, cell)
  const { ours } = slicesOf(bench, cell, cell.ours.length > 1 ? 20 : length * 0.95)
  await bench.load.run({ ...ours, connections, seconds: 1 })
  await untilIdle(bench.postmaster)
  const times: number[] = []
  for (let round = 0; round < bench.options.rounds; round++) {
    const sample = await bench.load.run({ ...ours, connections, seconds: bench.options.seconds })
    if (sample.errors > 0) throw new Error(`${cell.name}: ${sample.firstError}`)
    times.push(sample.p50)
  }
  return median(times)
}

/** Median of each cell at each size, as a table of Markdown. */
export async function measureGrowth(options: Options, withBench: WithBench): Promise<string> {
  const columns: Map<string, number>[] = []
  for (const ports of sizes) {
    const measured = await withBench({ ...options, size: 'stress', ports }, async (bench, facts) => {
      const times = new Map<string, number>()
      for (const cell of makeCells(facts, bench.server.port).filter((one) => one.grows))
        times.set(cell.name, await latency(bench, cell))
      return times
    })
    columns.push(measured)
  }
  const [first, ...rest] = columns
  const rows = [...(first ?? [])].map(([name, base]) => {
    const others = rest.map((column) => column.get(name) ?? NaN)
    const ratio = (others.at(-1) ?? NaN) / (others.at(-2) ?? base)
    return `| ${name} | ${[base, ...others].map((ms) => ms.toFixed(2)).join(' | ')} | ${ratio.toFixed(2)} |`
  })
  const heads = sizes.map((ports) => `${ports.toLocaleString('en')} ports, p50 ms`)
  return [`| call | ${heads.join(' | ')} | last / one before |`, '|---|--:|--:|--:|--:|', ...rows].join('\n')
}
