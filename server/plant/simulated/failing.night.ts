/** How long a simulated plant takes: to range, and to report darkness. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { lifelike, rangingOf, tellingMs } from './profile.ts'

const things = Array.from({ length: 4000 }, (_, thing) => thing)

it('ranges within a minute, one in twenty within three; reports darkness within eight seconds, mostly two', () => {
  const ranging = things.map((thing) => rangingOf(lifelike, thing, 1))
  const long = ranging.filter((ms) => ms > 60_000).length / things.length
  assert.ok(long > 0.035 && long < 0.065, String(long))
  assert.ok(Math.min(...ranging) >= 10_000 && Math.max(...ranging) <= 180_000)
  const telling = things.map((thing) => tellingMs(lifelike, true, thing)).toSorted((a, b) => a - b)
  assert.ok((telling[2000] ?? 0) < 3000 && (telling[0] ?? 0) >= 300 && (telling.at(-1) ?? 0) <= 8000)
})
