import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPoint, moved, offset } from './near-map.ts'

test('metres and degrees are each other’s way back', () => {
  const here = { lat: 40.4168, lon: -3.7038 }
  const there = moved(here, 120, -45)
  const { east, north } = offset(here, there)
  assert.ok(Math.abs(east - 120) < 0.1 && Math.abs(north + 45) < 0.1, `${east} ${north}`)
})

test('what is on the earth is a point', () => {
  assert.ok(isPoint({ lat: 40, lon: -3 }))
  for (const one of [
    { lat: null, lon: 1 },
    { lat: 91, lon: 0 },
    { lat: 0, lon: -181 },
  ])
    assert.ok(!isPoint(one))
})
