import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enumerations, processState } from '@hilo/domain/status.ts'
import { stateLook, statusOf } from './state-shape.ts'

test('every process state has the shape of the visual language', () => {
  const expected: Record<number, string> = {
    1: 'diamond',
    2: 'ring',
    3: 'bar',
    4: 'diamond',
    5: 'disc',
    6: 'doing',
    7: 'diamond',
    8: 'doing',
    9: 'doing',
    10: 'diamond',
    11: 'check',
    12: 'bar',
  }
  for (const status of processState.all) {
    assert.equal(stateLook('process_state', status).shape, expected[status.value], status.name)
  }
})

test('within one enumeration no two colours share a shape', () => {
  for (const [key, { all }] of Object.entries(enumerations)) {
    const tones = new Map<string, string>()
    for (const status of all) {
      const { shape, tone } = stateLook(key, status)
      if (shape === 'bar') continue
      assert.equal(tones.get(shape) ?? tone, tone, `${key}.${status.name}`)
      tones.set(shape, tone)
    }
  }
})

test('a number outside the enumeration has no state', () => {
  assert.equal(statusOf('process_state', 99), undefined)
  assert.equal(statusOf('nothing', 1), undefined)
  assert.equal(statusOf('process_state', null), undefined)
  assert.equal(statusOf('process_state', 8)?.name, 'created')
})
