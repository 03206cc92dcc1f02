/**
 * `npm run bench -- --beside <folder>`: this checkout against another one on the same database, alternating, to measure the
 * effect of a change. Both apply their own migrations: neither may have one that the other lacks.
 */
import { makeCells, type Cell } from './cells.ts'
import { ratioOf, slicesOf, turnSeconds, type Bench, type Ratio } from './compare.ts'
import type { Facts } from './facts.ts'
import { clusterCpu, cpuMs, residentMb, spent, untilIdle } from './machine.ts'
import type { Product } from './processes.ts'
import type { Sample, Slice } from './slice.ts'

interface Turn extends Sample {
  serverMs: number
  databaseMs: number
}

async function turn(bench: Bench, pid: number, slice: Slice): Promise<Turn> {
  const database = clusterCpu(bench.postmaster)
  const server = cpuMs(pid)
  const sample = await bench.load.run(slice)
  if (sample.errors > 0) throw new Error(sample.firstError)
  return { ...sample, databaseMs: spent(database, clusterCpu(bench.postmaster)), serverMs: cpuMs(pid) - server }
}

interface Side {
  product: Product
  cells: readonly Cell[]
}

const written = ({ middle, low, high }: Ratio) => `${middle.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`
const each = (of: (turn: Turn) => number) => (one: Turn) => of(one) / one.count

async function row(bench: Bench, sides: readonly Side[], name: string): Promise<string> {
  const asked = sides.map(({ product, cells }) => {
    const cell = cells.find((one) => one.name === name)
    if (!cell) throw new Error(`no cell "${name}"`)
    const turns: Turn[] = []
    return { pid: product.pid, turns, slice: slicesOf({ ...bench, server: product }, cell, 20).ours }
  })
  for (const { pid, slice } of asked) await turn(bench, pid, { ...slice, seconds: 2 })
  await untilIdle(bench.postmaster)
  const rounds = Math.ceil((bench.options.rounds * bench.options.seconds) / turnSeconds)
  for (let round = 0; round < rounds; round++)
    for (const { pid, slice, turns } of round % 2 === 0 ? asked : asked.toReversed())
      turns.push(await turn(bench, pid, slice))
  const ratio = (of: (one: Turn) => number) => written(ratioOf(asked[0]?.turns ?? [], asked[1]?.turns ?? [], of))
  const memory = asked.map(({ pid }) => residentMb(pid).toFixed(0)).join(' / ')
  const figures = [
    ratio(({ count, seconds }) => count / seconds),
    ratio(({ p50 }) => p50),
    ratio(each(({ serverMs }) => serverMs)),
    ratio(each(({ databaseMs }) => databaseMs)),
  ]
  return `| ${[name, ...figures, memory].join(' | ')} |`
}

/** This checkout's figures as ratios to the other one's in the same round, a Markdown table. */
export async function compareCheckouts(bench: Bench, facts: Facts, other: Product): Promise<string> {
  await untilIdle(bench.postmaster)
  const sides = [bench.server, other].map((product) => ({ product, cells: makeCells(facts, product.port) }))
  const idle = sides.map(({ product }) => residentMb(product.pid).toFixed(0)).join(' / ')
  const rows: string[] = []
  for (const { name } of sides[0]?.cells ?? [])
    if (name.includes(bench.options.only)) rows.push(await row(bench, sides, name))
  return [
    '| work | rate (quartiles) | p50 | server, CPU each | database, CPU each | MB, this / other |',
    '|---|--:|--:|--:|--:|--:|',
    ...rows,
    '',
    `Idle: ${idle} MB.`,
  ].join('\n')
}
