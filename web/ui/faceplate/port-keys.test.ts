import assert from 'node:assert/strict'
import { test } from 'node:test'
import { portAfter } from './port-keys.ts'

test('arrow keys move from port to port and stop at the edges', () => {
  assert.equal(portAfter('ArrowRight', 8, 16, 8), 9)
  assert.equal(portAfter('ArrowDown', 3, 16, 8), 11)
  assert.equal(portAfter('ArrowUp', 3, 16, 8), 3)
  assert.equal(portAfter('ArrowLeft', 1, 16, 8), 1)
  assert.equal(portAfter('End', 1, 16, 8), 16)
  assert.equal(portAfter('Home', 9, 16, 8), 1)
  assert.equal(portAfter('Enter', 9, 16, 8), undefined)
})
