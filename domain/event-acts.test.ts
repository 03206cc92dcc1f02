import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventActNames, eventActs } from './event-acts.ts'

const doneBy = (types: readonly string[]) =>
  eventActNames.filter((name) => JSON.stringify(eventActs[name].by) === JSON.stringify(types))

test('only the neutral operator reprocesses, no technician overrides, and everything else is open to every account type', () => {
  assert.deepEqual(doneBy(['ad']), ['reprocess', 'reprocess_cancel'])
  assert.deepEqual(doneBy(['va', 'ad']), ['override'])
  assert.equal(doneBy(['te', 'va', 'ad']).length, eventActNames.length - 3)
})

test('overriding takes the privilege that only supervisors have', () => {
  const { privilege, part } = eventActs.override
  const sharing = eventActNames.filter((name) => 'part' in eventActs[name] && eventActs[name].part === part)
  assert.deepEqual([privilege, part, sharing], ['eventFinalization_edit', 'event.override_edit', ['override']])
})
