import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf, touches } from './change.ts'

test('a change is parsed as sent; anything else is rejected', () => {
  assert.deepEqual(changeOf('{"area":"events","id":7,"version":3}'), { area: 'events', id: 7, version: 3 })
  assert.equal(changeOf('{"area":"events"}'), null)
  assert.equal(changeOf('…'), null)
})

test('a change affects lists of its area, its own record and what depends on it, and no other record', () => {
  const change = { area: 'events', id: 7, version: 3 }
  const event = { ...change, area: 'event' }
  for (const one of [change, event]) {
    assert.ok(touches(one, 'admin_vno/events/get', { filter: {} }))
    assert.ok(touches(one, 'admin_vno/events/get', { id: 7 }))
    assert.ok(!touches(one, 'admin_vno/events/get', { id: 8 }))
    assert.ok(touches(one, 'admin_vno/neighbors/qualityReport', { event_id: 7 }))
    assert.ok(!touches(one, 'admin_vno/ctos/get', { id: 7 }))
  }
})
