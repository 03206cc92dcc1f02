/** The server as `npm start` runs it: bundled once for what its sources are. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { before, test } from 'node:test'
import { serverWords } from '../server/node-options.mjs'
import { root } from './modules.mjs'
import { buildServer } from './server-build.mjs'

const dist = join(root, 'server', 'dist')

before(() => assert.ok(buildServer(process.execPath)))

test('nothing is bundled again while the sources are the same', () => {
  const made = () => statSync(join(dist, 'main.js')).mtimeMs
  const before = made()
  assert.ok(buildServer(process.execPath))
  assert.equal(made(), before)
})

test('every program that the server starts is in the bundle', () => {
  const sources = globSync('server/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] })
  const started = sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/programFile\('([^']+)'\)/g)].map(([, source]) => source),
  )
  assert.ok(started.length >= 2)
  const missing = started.filter((source) => !existsSync(join(dist, `${basename(source, '.ts')}.js`)))
  assert.deepEqual(missing, [])
})

test('a trace names the file and the line that were written', () => {
  const words = [...serverWords.filter((word) => word.startsWith('--')), 'server/dist/reader-process.js', 'no order']
  const { stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
  const place = /server\/load\/reader-process\.ts:(\d+):/.exec(stderr)
  const lines = readFileSync(join(root, 'server/load/reader-process.ts'), 'utf8').split('\n')
  assert.match(lines[Number(place?.[1]) - 1] ?? '', /JSON\.parse/, stderr)
})
