import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { nodeTests, onOthers, run, testFiles } from './parts.mjs'

let folder
before(async () => void (folder = await mkdtemp(join(tmpdir(), 'hilo-parts-'))))
after(() => rm(folder, { recursive: true, force: true }))

/** Runs files of tests as a run of everything does, under a name that no other run has. */
async function played(name, ...texts) {
  const files = texts.map((_, at) => join(folder, `${name}-${at}.test.mjs`))
  for (const [at, text] of texts.entries()) await writeFile(files[at], text)
  const env = { NODE_TEST_CONTEXT: undefined }
  const counts = await nodeTests(process.execPath, `parts-${name}`, files, env)
  return { counts, of: (at) => counts.files[files[at]] }
}

test('every place of PostgreSQL tests holds a test', () => {
  const files = testFiles(['server'], 'test')
  const empty = onOthers.filter((place) => !files.some((file) => file.startsWith(place)))
  assert.deepEqual(empty, [])
})

test('a failure is one, whether of a test, of a hook or of a file that cannot be loaded; the others of its process run', async () => {
  const { counts, of } = await played(
    'failures',
    `import { test } from 'node:test'; test('x', () => { throw new Error('the cause') }); test('y', () => {})`,
    `import { before, test } from 'node:test'; before(() => { throw new Error('the hook') }); test('x', () => {})`,
    `import './nothing.mjs'`,
    `import { it } from 'node:test'; it('x', () => {}); it.skip('y', () => {})`,
  )
  assert.deepEqual([counts.passed, counts.failed, counts.skipped], [2, 3, 1])
  const failed = [0, 1, 2, 3].map((at) => of(at).failed)
  assert.deepEqual(failed, [1, 1, 1, 0])
  assert.match(counts.failures, /^✖ failing tests:[^]*the cause[^]*the hook/)
})

test('a file has worked from its first test to its last, without the files before it', async () => {
  const slow = `import { test } from 'node:test'; test('x', () => new Promise((done) => setTimeout(done, 2000)))`
  const { of } = await played('times', slow, `import { test } from 'node:test'; test('x', () => {})`)
  assert.ok(of(0).ms >= 1990 && of(1).ms < 1990, `${of(0).ms} and ${of(1).ms} ms`)
})

test('a process that ends early is a failure', async () => {
  const { counts } = await played('early', `process.exit(0)`)
  assert.deepEqual([counts.passed, counts.failed], [0, 1])
})

test('a program is ended when it says nothing for too long, not when it takes long', async () => {
  const talking = `let n = 0; setInterval(() => { console.log(++n); if (n === 10) process.exit(0) }, 100)`
  const talks = await run(process.execPath, ['-e', talking], { silenceMs: 8000 })
  assert.deepEqual([talks.code, talks.output], [0, '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n'])
  const stands = await run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { silenceMs: 500 })
  assert.equal(stands.code, 1)
})
