import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookColor, stateLookName } from '@hilo/domain/port-look.ts'
import { enumerations, portState, processState, requestStateOf } from '@hilo/domain/status.ts'
import { stateLook, statusOf } from './state-shape.ts'

test('every process state has the shape of the visual language', () => {
  const shapes = { diamond: [1, 4, 7, 10], ring: [2], bar: [3, 12], disc: [5], doing: [6, 8, 9], check: [11] }
  for (const status of processState.all) {
    const [expected] = Object.entries(shapes).find(([, values]) => values.includes(status.value)) ?? []
    assert.equal(stateLook('process_state', status).shape, expected, status.name)
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

test('a port state has one colour in lists, drawings and shares, and no two look alike', () => {
  const looks = portState.all.map((status) => ({
    name: status.name,
    list: stateLook('port', status),
    drawn: lookColor(stateLookName(status.value)),
  }))
  for (const { name, list, drawn } of looks) assert.equal(list.tone, drawn, name)
  const seen = new Set(looks.map(({ list }) => `${list.shape} ${list.tone}`))
  assert.equal(seen.size, looks.length)
  const tones = Object.fromEntries(looks.map(({ name, drawn }) => [name, drawn]))
  assert.equal(tones['ocupado'], 'success', 'green is light')
  assert.equal(tones['disponible'], 'medium', 'a free port has none')
})

test('a file with refused rows is no plain success, also once its operator has heard of it', () => {
  const { finalized, finalizedSync, wronglyFinalized, created } = processState.is
  for (const ended of [finalized, finalizedSync]) {
    assert.equal(requestStateOf(ended, 0), ended)
    const shown = statusOf('request_state', requestStateOf(ended, 2))
    assert.deepEqual([shown?.name, shown?.color], ['partly', 'warning'])
  }
  assert.equal(requestStateOf(wronglyFinalized, 5), wronglyFinalized)
  const running = statusOf('request_state', requestStateOf(created, null))
  assert.ok(running)
  assert.equal(stateLook('request_state', running).shape, 'doing')
})
