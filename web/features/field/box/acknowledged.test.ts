import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Alarm } from '../work.ts'
import { acknowledgedKeys, isAcknowledged } from './acknowledged.ts'

const work = { id: 7 }
const alarm = (port: number, second: number, doubt: NonNullable<Alarm['doubt']>) =>
  ({ port, down_at: new Date(1000 * second).toISOString(), up_at: null, class: 'no_concluyente', doubt }) as Alarm
const first = alarm(1, 100, 'outage')
const read = new Set(acknowledgedKeys(work, first))

test('a port of an outage that was acknowledged does not interrupt again, nor does a corrected time', () => {
  for (const late of [alarm(2, 104, 'outage'), alarm(1, 98, 'outage')]) {
    assert.equal(isAcknowledged(work, late, new Set()), false)
    assert.equal(isAcknowledged(work, late, read), true)
  }
})

test('a later outage, another cause and another work are told anew', () => {
  for (const other of [alarm(2, 160, 'outage'), alarm(3, 101, 'box_feeder'), alarm(4, 101, 'silent')])
    assert.equal(isAcknowledged(work, other, read), false, `port ${other.port}`)
  assert.equal(isAcknowledged({ id: 8 }, alarm(2, 101, 'outage'), read), false)
})
