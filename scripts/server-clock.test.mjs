/**
 * What the web client shows of time, and what it compares with times of the server, goes by the server's clock: a device may
 * be wrong by years. `Date.now` and `new Date()` remain where a device measures how long something takes on itself.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './modules.mjs'

const measured = new Set([
  'web/features/technician/Picture.tsx',
  'web/features/technician/position.ts',
  'web/features/technician/prepare.ts',
  'web/features/technician/use-neighbours.ts',
  'web/features/technician/use-step.ts',
  'web/lists/data/use-live-rows.ts',
  'web/lists/panel/use-cto.ts',
])

test('no screen reads the clock of its device', () => {
  const found = ['ui', 'lists', 'features', 'app'].flatMap((part) =>
    readdirSync(join(root, 'web', part), { recursive: true, encoding: 'utf8' })
      .map((path) => `web/${part}/${path}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !measured.has(path))
      .filter((path) => /\bDate\.now\b|\bnew Date\(\)/.test(readFileSync(join(root, path), 'utf8'))),
  )
  assert.deepEqual(found, [])
})

test('an age that is written is one that cannot lie in the future', () => {
  // Only these show what is still to come.
  const ahead = /(?:InvitationPanel|PersonFacts|Card|components)\.tsx$|format\.ts$/
  const found = ['ui', 'lists', 'features', 'app'].flatMap((part) =>
    readdirSync(join(root, 'web', part), { recursive: true, encoding: 'utf8' })
      .map((path) => `web/${part}/${path}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !ahead.test(path))
      .filter((path) => /\bformatRelative\(/.test(readFileSync(join(root, path), 'utf8'))),
  )
  assert.deepEqual(found, [])
})
