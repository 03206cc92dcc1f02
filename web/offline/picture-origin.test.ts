import assert from 'node:assert/strict'
import { test } from 'node:test'
import { originOf } from './picture-origin.ts'

const opened = Date.UTC(2026, 10, 21, 9)
const now = opened + 20_000
const minutes = (count: number) => count * 60_000

test('a file created after the camera opened comes from the camera', () => {
  const taken = { lastModified: opened + 9000, exifAt: opened + 9000 }
  assert.deepEqual(originOf(taken, opened, now), { camera: true, at: now })
  assert.deepEqual(originOf({ lastModified: null, exifAt: null }, opened, now), { camera: true, at: now })
})

test('an older file comes from the gallery, by either of its two times', () => {
  const old = opened - minutes(30)
  assert.deepEqual(originOf({ lastModified: old, exifAt: null }, opened, now), { camera: false, at: old })
  assert.deepEqual(originOf({ lastModified: now, exifAt: old }, opened, now), { camera: false, at: old })
})

test('coarse clocks raise no false suspicion', () => {
  assert.ok(originOf({ lastModified: opened - 4000, exifAt: opened - minutes(1.5) }, opened, now).camera)
})

test('if the opening time is unknown, files of the last two minutes are accepted', () => {
  assert.ok(originOf({ lastModified: now - minutes(2), exifAt: null }, null, now).camera)
  assert.ok(!originOf({ lastModified: now - minutes(3), exifAt: null }, null, now).camera)
})
