import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IconName } from '../menu.ts'
import { movedEntries } from './counted-entries.ts'

test('a change of the verification queue, or of orders, counts its entry again, and no other change does', () => {
  const names: IconName[] = ['events', 'verification', 'neighbours', 'orders']
  const moved = (area: string) => movedEntries(names, [{ area, id: 7, version: 2 }])
  assert.deepEqual(moved('enrollments'), ['verification'])
  assert.deepEqual(moved('unenrollments'), ['verification'])
  assert.deepEqual(moved('orders'), ['orders'])
  assert.deepEqual(['events', 'accesses'].flatMap(moved), [])
})
