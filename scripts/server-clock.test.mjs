/**
 * The web client shows and compares times by the server's clock, because a device may be wrong by years. `Date.now` and `new
 * Date()` are allowed for durations on the device itself.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './modules.mjs'

const measured = new Set([
  'web/features/field/step/Picture.tsx',
  'web/features/field/position.ts',
  'web/features/field/box/prepare.ts',
  'web/features/field/box/use-neighbours.ts',
  'web/features/field/step/use-step.ts',
  'web/lists/data/use-live-rows.ts',
  'web/lists/panel/use-cto.ts',
])
/** Source files of the screens beside those, with a text in them. */
const screensWith = (text, beside) =>
  ['ui', 'lists', 'features', 'app'].flatMap((part) =>
    readdirSync(join(root, 'web', part), { recursive: true, encoding: 'utf8' })
      .map((path) => `web/${part}/${path}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !beside(path))
      .filter((path) => text.test(readFileSync(join(root, path), 'utf8'))),
  )

test('no screen reads the clock of its device', () => {
  const found = screensWith(/\bDate\.now\b|\bnew Date\(\)/, (path) => measured.has(path))
  assert.deepEqual(found, [])
})

test('an age that is written is one that cannot lie in the future', () => {
  // Only these show future times.
  const ahead = /(?:InvitationPanel|PersonFacts|Card|components)\.tsx$|format\.ts$/
  const found = screensWith(/\bformatRelative\(/, (path) => ahead.test(path))
  assert.deepEqual(found, [])
})
