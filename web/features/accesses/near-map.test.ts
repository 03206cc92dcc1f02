import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPoint, moved } from './near-map.ts'

test('a point moves by metres on the ground, and keeps seven decimals', () => {
  const here = { lat: 40.4168, lon: -3.7038 }
  const { lat, lon } = moved(here, 120, -45)
  const metres = 111_320
  assert.ok(Math.abs((lat - here.lat) * metres + 45) < 0.1, String(lat))
  assert.ok(Math.abs((lon - here.lon) * metres * Math.cos((here.lat * Math.PI) / 180) - 120) < 0.1, String(lon))
  assert.equal(lon, Number(lon.toFixed(7)))
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
