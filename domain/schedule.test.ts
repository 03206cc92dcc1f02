import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextRun, reportedDays, reportedUntil, schedulePeriods } from './schedule.ts'

const at = (text: string) => new Date(text)
const next = (period: (typeof schedulePeriods)[number], hour: number, from: string) =>
  nextRun({ period, hour }, at(from)).toISOString()

test('days, weeks and months are those of Madrid', () => {
  assert.equal(next('day', 8, '2026-11-20T06:59:59Z'), '2026-11-20T07:00:00.000Z')
  assert.equal(next('day', 8, '2026-11-20T07:00:00Z'), '2026-11-21T07:00:00.000Z')
  assert.equal(next('day', 0, '2026-07-01T21:30:00Z'), '2026-07-01T22:00:00.000Z')
  assert.equal(next('week', 7, '2026-11-20T12:00:00Z'), '2026-11-23T06:00:00.000Z')
  assert.equal(next('week', 7, '2026-11-22T23:30:00Z'), '2026-11-23T06:00:00.000Z')
  assert.equal(next('month', 6, '2026-12-31T23:30:00Z'), '2027-01-01T05:00:00.000Z')
})

test('the skipped hour of a clock change runs an hour later, the repeated one runs once', () => {
  assert.equal(next('day', 2, '2026-03-28T12:00:00Z'), '2026-03-29T01:00:00.000Z')
  assert.equal(next('day', 3, '2026-03-28T12:00:00Z'), '2026-03-29T01:00:00.000Z')
  assert.equal(next('day', 2, '2026-03-29T01:00:00Z'), '2026-03-30T00:00:00.000Z')
  assert.equal(next('day', 2, '2026-10-24T12:00:00Z'), '2026-10-25T00:00:00.000Z')
  assert.equal(next('day', 2, '2026-10-25T00:00:00Z'), '2026-10-26T01:00:00.000Z')
})

test('a report covers a completed period', () => {
  assert.equal(reportedUntil({ period: 'day' }, at('2026-11-20T07:00:00Z')).toISOString(), '2026-11-19T22:59:59.999Z')
  assert.equal(reportedUntil({ period: 'week' }, at('2026-11-23T06:00:00Z')).toISOString(), '2026-11-22T22:59:59.999Z')
  assert.equal(reportedUntil({ period: 'month' }, at('2026-07-01T06:00:00Z')).toISOString(), '2026-06-30T21:59:59.999Z')
})

test('a report of whole days names the first and the last', () => {
  const days = (period: (typeof schedulePeriods)[number], due: string) =>
    Object.values(reportedDays({ period }, at(due)))
  assert.deepEqual(days('day', '2026-11-20T07:00:00Z'), ['2026-11-19', '2026-11-19'])
  assert.deepEqual(days('week', '2026-11-23T06:00:00Z'), ['2026-11-16', '2026-11-22'])
  assert.deepEqual(days('month', '2026-03-01T06:00:00Z'), ['2026-02-01', '2026-02-28'])
})

test('the next run is later, at most two months away, with none in between', () => {
  const instants = fc.date({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z'), noInvalidDate: true })
  const hours = fc.integer({ min: 0, max: 23 })
  fc.assert(
    fc.property(fc.constantFrom(...schedulePeriods), hours, instants, (period, hour, from) => {
      const found = nextRun({ period, hour }, from)
      assert.ok(found > from && found.getTime() - from.getTime() <= 33 * 86_400_000)
      assert.equal(nextRun({ period, hour }, new Date(found.getTime() - 1)).getTime(), found.getTime())
      assert.ok(reportedUntil({ period }, found) < found)
    }),
    { numRuns: 300 },
  )
})
