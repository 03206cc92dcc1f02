import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const product = globSync('server/**/*.ts').filter(
  (name) => !/\.(test|night|soak)\.ts$|^server\/(test|seed|fuzz|guards|matrix)\//.test(name),
)
/** The places where time ends something, with the expression of the time. */
const ends = [
  /AbortSignal\.timeout\((?<ms>.+?)\)/,
  /race\(.*sleep\((?<ms>[\w.]+)/,
  /\bsetTimeout\((?:(?<first>[\w.]+), null, .+|.+, (?<ms>.+?))\)/,
  /\b(?:t|\w+T)imeout: (?<ms>[^,]+),/,
  /^\s*\}, (?<ms>\w+Ms)\)$/,
]
/** Times of a place that are no limits, or that its callers give: each with what it is. */
const others: Record<string, string> = {
  'server/work-queue.ts mostWaitMs': 'given by callers',
  'server/plant/gate.ts withinMs': 'given by callers, from gateTimes',
  'server/files/decode-turns.ts patienceMs': 'given by image.ts',
  'server/files/s3-store.ts ms': 'asksFor or sendsFor',
  'server/kernel/list/download.ts firstRowMs': 'given by download-call.ts, or silenceMs',
  'server/process/watching/listener.ts steadyAfter': 'an interval: the connection counts as steady after it',
  'server/kernel/sql/scope.ts attempt * 20 * (0.5 + Math.random(': 'a pause between attempts',
  'server/http/stream.ts checkMs.least': 'an interval',
  'server/http/stream.ts wait': 'an interval',
}

test('every limit of real time is multiplied by HILO_PATIENCE', () => {
  const wrong: string[] = []
  const used = new Set<string>()
  let seen = 0
  for (const name of product) {
    const text = readFileSync(name, 'utf8')
    for (const line of text.split('\n')) {
      const groups = ends.map((end) => end.exec(line)?.groups).find(Boolean)
      const ms = groups?.['ms'] ?? groups?.['first']
      if (ms === undefined) continue
      seen += 1
      const place = `${name} ${ms}`
      if (place in others) used.add(place)
      else if (!ms.includes('patient(')) {
        const [variable = ''] = /\w+/.exec(ms) ?? []
        if (!new RegExp(`\\b${variable} = .*patient\\(`).test(text)) wrong.push(place)
      }
    }
  }
  assert.ok(seen > 20, `only ${seen} places were found`)
  assert.deepEqual(wrong, [])
  assert.deepEqual(Object.keys(others).filter((place) => !used.has(place)), []) // prettier-ignore
})
