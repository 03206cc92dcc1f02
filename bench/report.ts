/** Results as a Markdown table. */
import { aims, judged } from './aims.ts'
import type { Compared } from './compare.ts'
import type { Downloaded } from './downloads.ts'
import type { Facts } from './facts.ts'
import { describeMachine } from './machine.ts'

export interface Results {
  at: string
  machine: string
  rounds: number
  ports: number
  events: number
  idleMb: number
  loadedMb: number
  cells: Compared[]
  downloads: Downloaded[]
}

const figure = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

function cellRow(cell: Compared): string {
  if (cell.void) return `| ${cell.name} | void: ${cell.void.replaceAll('|', '/').replaceAll('\n', ' ')} |`
  const { ours, limit, sql, ratio, cpuRatio } = cell
  const share = `${figure(ratio.middle, 2)} (${figure(ratio.low, 2)}–${figure(ratio.high, 2)})`
  return `| ${[
    cell.name,
    figure(sql.rate),
    figure(limit.rate),
    figure(ours.rate),
    cell.aim === null ? share : judged(share, ratio.middle >= cell.aim, `≥ ${cell.aim}`),
    figure(cpuRatio.middle, 2),
    `${figure(ours.p50, 1)} / ${figure(ours.p99, 1)}`,
  ].join(' | ')} |`
}

function downloadRow(one: Downloaded): string {
  const isLimit = one.name.startsWith('limit')
  const atMost = (value: number, unit: string, aim: number) =>
    isLimit ? `${figure(value)} ${unit}` : judged(`${figure(value)} ${unit}`, value <= aim, `≤ ${aim}`)
  return `| ${[
    one.name,
    `${figure(one.seconds, 2)} s (${figure(one.low, 2)}–${figure(one.high, 2)})`,
    isLimit ? '' : judged(figure(one.ratio, 2), one.ratio <= one.aim, `≤ ${one.aim}`),
    atMost(one.firstByteMs, 'ms', aims.firstByteMs),
    atMost(one.growthMb, 'MB', aims.growthMb),
    `${figure(one.bytes / 1e6, 1)} MB`,
  ].join(' | ')} |`
}

const memory = (mb: number, aim: number) => judged(`${figure(mb)} MB`, mb <= aim, `≤ ${aim}`)

export function table(results: Results): string {
  return [
    `${results.at.slice(0, 10)}, ${results.machine}; ${figure(results.ports)} ports, ${figure(results.events)} events; 16 connections, ${results.rounds} rounds.`,
    '',
    '| work | SQL alone, /s | limit, /s | Hilo, /s | of the limit (quartiles) | CPU, × limit | p50 / p99, ms |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...results.cells.map(cellRow),
    '',
    `| download of ${figure(results.downloads.length > 0 ? 200_000 : 0)} rows | time (spread) | × limit | first byte | server grows | size |`,
    '|---|--:|--:|--:|--:|--:|',
    ...results.downloads.map(downloadRow),
    '',
    `Server without the database: ${memory(results.idleMb, aims.idleMb)} idle, ${memory(results.loadedMb, aims.loadedMb)} under load.`,
  ].join('\n')
}

export function newResults(facts: Facts, rounds: number, idleMb: number): Results {
  const { ports, events } = facts
  return {
    at: new Date().toISOString(),
    machine: describeMachine(),
    rounds,
    ports,
    events,
    idleMb,
    loadedMb: idleMb,
    cells: [],
    downloads: [],
  }
}
