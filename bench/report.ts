/** The results as a table of Markdown. */
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
const verdict = (good: boolean) => (good ? '✓' : '✗')

function cellRow(cell: Compared): string {
  if (cell.void) return `| ${cell.name} | void: ${cell.void.replaceAll('|', '/').replaceAll('\n', ' ')} |`
  const { ours, limit, sql, ratio, cpuRatio } = cell
  return `| ${[
    cell.name,
    figure(sql.rate),
    figure(limit.rate),
    figure(ours.rate),
    `${figure(ratio.middle, 2)} (${figure(ratio.low, 2)}–${figure(ratio.high, 2)}) ${verdict(ratio.middle >= cell.aim)} ≥ ${cell.aim}`,
    figure(cpuRatio.middle, 2),
    `${figure(ours.p50, 1)} / ${figure(ours.p99, 1)}`,
  ].join(' | ')} |`
}

function downloadRow(one: Downloaded): string {
  return `| ${[
    one.name,
    `${figure(one.seconds, 2)} s (${figure(one.low, 2)}–${figure(one.high, 2)})`,
    one.name.startsWith('limit') ? '' : `${figure(one.ratio, 2)} ${verdict(one.ratio <= one.aim)} ≤ ${one.aim}`,
    `${figure(one.firstByteMs)} ms`,
    `${figure(one.growthMb)} MB`,
    `${figure(one.bytes / 1e6, 1)} MB`,
  ].join(' | ')} |`
}

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
    `Server memory without the database: ${figure(results.idleMb)} MB idle, ${figure(results.loadedMb)} MB under load (aims 120 / 200).`,
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
