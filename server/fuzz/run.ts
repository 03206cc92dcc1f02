/** `npm run fuzz`: half a million requests, none over two seconds, memory flat. `-- --requests 5000 --seed 7` for less. */
import { parseArgs } from 'node:util'
import { fuzz, startFuzzServer } from './fuzz.ts'
import { growthAllowedMb, usedMb } from './memory.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const slowestAllowedMs = 2000

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } })
const requests = Number(values.requests ?? 500_000)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const started = await startFuzzServer()
let warmMb = 0
const began = performance.now()
say(`semilla ${seed}`)
const { faults, statuses, never, longestMs } = await fuzz(started, {
  requests,
  seed,
  each: (done) => {
    if (done === Math.min(20_000, Math.ceil(requests / 2 / 1000) * 1000)) warmMb = usedMb()
    if (done % 20_000 === 0) say(`${done} peticiones, ${Math.round(usedMb())} MB`)
  },
})
const growthMb = usedMb() - warmMb
await started.server.close()
for (const fault of faults) say(JSON.stringify(fault))
say(JSON.stringify(statuses))
say(`nunca correctas: ${never.length === 0 ? 'ninguna' : never.join(', ')}`)
say(`${requests} peticiones en ${Math.round((performance.now() - began) / 1000)} s`)
const slowest = Object.entries(longestMs).sort(([, one], [, other]) => other - one)
const told = slowest.slice(0, 5).map(([path, ms]) => `${path} ${Math.round(ms)} ms`)
say(`las más lentas: ${told.join(', ')}`)
say(`la memoria creció ${Math.round(growthMb)} MB`)
const well = faults.length === 0 && slowest.every(([, ms]) => ms < slowestAllowedMs) && growthMb < growthAllowedMb
process.exit(well ? 0 : 1)
