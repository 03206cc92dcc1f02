import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sameLabel } from './same-label.ts'

test('labels are equal however they were copied', () => {
  assert.ok(sameLabel(' val 01-07\n', 'VAL01-07'))
  assert.ok(!sameLabel('VAL01-07', 'VAL01-7'))
})
