/**
 * `npm run fuzz`: half a million requests, none over two seconds, and 5,000 table files; constant memory.
 * `-- --requests 5000 --files 500 --seed 7` for less; 0 skips a part.
 */
import { parseArgs } from 'node:util'
import { fuzzFiles } from './files.ts'
import { fuzz, startFuzzServer } from './fuzz.ts'
import { growthAllowedMb, usedMb } from './memory.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const slowestAllowedMs = 2000

/** A file waits for its reader process to start. */
const slowestFileMs = 10_000

const { values } = parseArgs({
  options: { requests: { type: 'string' }, files: { type: 'string' }, seed: { type: 'string' } },
})
const requests = Number(values.requests ?? 500_000)
const files = Number(values.files ?? 5000)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const started = await startFuzzServer()

/** Prints the slowest calls; false if one exceeds the limit. */
function saySlowest(longestMs: Record<string, number>, allowedMs: number): boolean {
  const slowest = Object.entries(longestMs).sort(([, one], [, other]) => other - one)
  const told = slowest.slice(0, 5).map(([path, ms]) => `${path} ${Math.round(ms)} ms`)
  say(`las más lentas: ${told.join(', ')}`)
  return slowest.every(([, ms]) => ms < allowedMs)
}

/** @param warmAt count at which the memory baseline is measured */
function watchMemory(what: string, warmAt: number, sayEach: number) {
  let warmMb = 0
  const began = performance.now()
  return {
    each: (done: number) => {
      if (warmMb === 0 && done >= warmAt) warmMb = usedMb()
      if (done % sayEach === 0) say(`${done} ${what}, ${Math.round(usedMb())} MB`)
    },
    end: (count: number) => {
      const growthMb = usedMb() - warmMb
      say(`${count} ${what} en ${Math.round((performance.now() - began) / 1000)} s`)
      say(`la memoria creció ${Math.round(growthMb)} MB`)
      return growthMb < growthAllowedMb
    },
  }
}

async function runRequests(): Promise<boolean> {
  const memory = watchMemory('peticiones', Math.min(20_000, Math.ceil(requests / 2 / 1000) * 1000), 20_000)
  const { faults, statuses, never, longestMs } = await fuzz(started, { requests, seed, each: memory.each })
  for (const fault of faults) say(JSON.stringify(fault))
  say(JSON.stringify(statuses))
  say(`nunca correctas: ${never.length === 0 ? 'ninguna' : never.join(', ')}`)
  return [saySlowest(longestMs, slowestAllowedMs), memory.end(requests), faults.length === 0].every(Boolean)
}

async function runFiles(): Promise<boolean> {
  const memory = watchMemory('archivos', Math.ceil(files / 4), 600)
  const { faults, statuses, compared, longestMs } = await fuzzFiles(started, { files, seed, each: memory.each })
  for (const fault of faults) say(JSON.stringify(fault))
  say(`${JSON.stringify(statuses)}; celdas comparadas: ${JSON.stringify(compared)}`)
  return [saySlowest(longestMs, slowestFileMs), memory.end(files), faults.length === 0].every(Boolean)
}

say(`semilla ${seed}`)
const withFiles = files === 0 || (await runFiles())
const withRequests = requests === 0 || (await runRequests())
await started.server.close()
process.exit(withFiles && withRequests ? 0 : 1)
