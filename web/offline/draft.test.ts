import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, isNewer, isStale } from './draft.ts'

test('a draft of an older version is read; an invalid one, or one of a newer version, is not', () => {
  const data = { power_dbm: -20 }
  assert.deepEqual(draftOf({ data, at: 5 }), { schema: 1, data, at: 5 })
  assert.deepEqual(draftOf({ data }), { schema: 1, data, at: 0 })
  for (const value of [undefined, null, 3, {}, { data: 'x' }, { schema: 9, data }]) assert.equal(draftOf(value), null)
})

test('of two tabs the later draft wins; only a very old draft of known age is deleted', () => {
  const draft = { schema: 1 as const, data: {}, at: 100 }
  assert.ok(isNewer(draft, 99) && !isNewer(draft, 100) && !isNewer(null, 0))
  const year = 365 * 86_400_000
  assert.ok(isStale(draft, year) && !isStale(draft, 200) && !isStale({ schema: 1, data: {}, at: 0 }, year))
})
