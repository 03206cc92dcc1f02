import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fibreColours, fibreLook } from './fibre.ts'

test('twelve colours, then the same with rings', () => {
  assert.equal(new Set(fibreColours).size, 12)
  assert.deepEqual(fibreLook(1), { colour: 'verde', rings: 0 })
  assert.deepEqual(fibreLook(12), { colour: 'turquesa', rings: 0 })
  assert.deepEqual(fibreLook(14), { colour: 'rojo', rings: 1 })
  assert.deepEqual(fibreLook(32), { colour: 'naranja', rings: 2 })
  for (const none of [null, 0, -1, 1.5]) assert.equal(fibreLook(none), null)
})
