/** The same calls on networks of growing size, alternating: shows calls that grow with their table. */
import { aims, judged } from './aims.ts'
import { makeCells, type Cell } from './cells.ts'
import { checkRows, median, ratioOf, slicesOf, turnSeconds, type Bench } from './compare.ts'
import type { Facts } from './facts.ts'
import { untilIdle } from './machine.ts'
import type { Options } from './options.ts'
import type { Slice } from './slice.ts'

const sizes = [10_000, 100_000, 1_000_000]
/** Few connections: measures latency, not throughput. */
const connections = 2
/** TCP ports between the servers of two sizes. */
const portsApart = 10

type WithBench = <T>(options: Options, work: (bench: Bench, facts: Facts) => Promise<T>) => Promise<T>
interface Network {
  bench: Bench
  cells: readonly Cell[]
}

/** Runs `work` with the networks of all sizes. */
async function withNetworks<T>(
  options: Options,
  withBench: WithBench,
  work: (networks: readonly Network[]) => Promise<T>,
  open: readonly Network[] = [],
): Promise<T> {
  const ports = sizes[open.length]
  if (ports === undefined) return work(open)
  const one: Options = { ...options, size: 'stress', ports, firstPort: options.firstPort + portsApart * open.length }
  return withBench(one, (bench, facts) => {
    const cells = makeCells(facts, bench.server.port).filter(({ grows }) => grows)
    return withNetworks(options, withBench, work, [...open, { bench, cells }])
  })
}

async function sliceOf(bench: Bench, cell: Cell): Promise<Slice> {
  const length = await checkRows(bench, cell)
  return { ...slicesOf(bench, cell, cell.ours.length > 1 ? 20 : length * 0.95).ours, connections }
}

async function p50(bench: Bench, name: string, slice: Slice): Promise<number> {
  const sample = await bench.load.run(slice)
  if (sample.errors > 0) throw new Error(`${name}: ${sample.firstError}`)
  return sample.p50
}

/** Medians in ms of one cell at each size, per turn. */
async function latencies(
  networks: readonly Network[],
  name: string,
  { rounds, seconds }: Options,
): Promise<number[][]> {
  const asked: { bench: Bench; slice: Slice; times: number[] }[] = []
  for (const { bench, cells } of networks) {
    const cell = cells.find((one) => one.name === name)
    if (!cell) throw new Error(`no cell "${name}" at every size`)
    const slice = await sliceOf(bench, cell)
    await p50(bench, name, { ...slice, seconds: 1 })
    await untilIdle(bench.postmaster)
    asked.push({ bench, slice, times: [] })
  }
  for (let turn = 0; turn < (rounds * seconds) / turnSeconds; turn++)
    for (const { bench, slice, times } of turn % 2 === 0 ? asked : asked.toReversed())
      times.push(await p50(bench, name, slice))
  return asked.map(({ times }) => times)
}

/** Median of each cell at each size, and the ratio of the largest to the smallest in the same round, as a Markdown table. */
export async function measureGrowth(options: Options, withBench: WithBench): Promise<string> {
  return withNetworks(options, withBench, async (networks) => {
    const rows: string[] = []
    for (const { name } of networks[0]?.cells ?? []) {
      const times = await latencies(networks, name, options)
      const { middle, low, high } = ratioOf(times.at(-1) ?? [], times[0] ?? [], (ms) => ms)
      const [ratio, from, to] = [middle, low, high].map((value) => value.toFixed(2))
      const verdict = judged(`${ratio} (${from}–${to})`, middle <= aims.growth, `≤ ${aims.growth}`)
      rows.push(`| ${name} | ${times.map((one) => median(one).toFixed(2)).join(' | ')} | ${verdict} |`)
    }
    const heads = sizes.map((ports) => `${ports.toLocaleString('en')} ports, p50 ms`)
    return [`| call | ${heads.join(' | ')} | largest ÷ smallest (quartiles) |`, '|---|--:|--:|--:|--:|', ...rows].join(
      '\n',
    )
  })
}
