import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { nodeTests } from './parts.mjs'
import { failuresIn, repeatAlone, verdict } from './verdict.mjs'

let folder
before(async () => void (folder = await mkdtemp(join(tmpdir(), 'hilo-verdict-'))))
after(() => rm(folder, { recursive: true, force: true }))

/** Runs a file of tests as a run of everything does, under a name that no other run has. */
async function played(name, text, options) {
  const file = join(folder, `${name}.test.mjs`)
  await writeFile(file, text)
  const env = { NODE_TEST_CONTEXT: undefined }
  const first = await nodeTests(process.execPath, `verdict-${name}`, [file], { env, ...options })
  const heard = []
  const byChance = first.again ? await repeatAlone([{ name, ...first }], (text) => heard.push(text)) : 0
  return { first, heard: heard.join('\n'), ...verdict(first, byChance) }
}

const once = (mark) => `
import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
test('at the second try', () => {
  if (existsSync(${JSON.stringify(mark)})) return
  writeFileSync(${JSON.stringify(mark)}, '')
  throw new Error('the first try')
})`

test('what passes at its second try fails the run, and both outputs are shown', async () => {
  const { first, heard, line, code } = await played('chance', once(join(folder, 'mark')))
  assert.match(first.output, /the first try/)
  assert.match(heard, /✔ at the second try/)
  assert.deepEqual([line, code], ['0 passed, 1 failed (1 por azar: pasan a la segunda)', 1])
})

test('what fails again is not said to fail by chance', async () => {
  const { line, code } = await played(
    'always',
    `import { test } from 'node:test'; test('x', () => { throw new Error() })`,
  )
  assert.deepEqual([line, code], ['0 passed, 1 failed', 1])
})

test('of files that share a process the one with the failure is named, whoever declares its tests', async () => {
  await writeFile(
    join(folder, 'suite.mjs'),
    `import { test } from 'node:test'; export const play = (f) => test('x', f)`,
  )
  const text = `import { play } from './suite.mjs'; play(() => { throw new Error() })`
  const { first, line } = await played('shared', text, { oneProcess: true })
  assert.deepEqual([first.files, line], [[join(folder, 'shared.test.mjs')], '0 passed, 1 failed'])
})

test('the end of a run repeats each list of failures, of node and of Playwright, and the tail of any other output', async () => {
  const { first } = await played(
    'list',
    `import { test } from 'node:test'; test('x', () => { throw new Error('the cause') })`,
  )
  assert.match(failuresIn(first.output), /^✖ failing tests:[^]*the cause/)
  assert.equal(failuresIn(`${first.output}\n${first.output}`).match(/failing tests:/g)?.length, 2)
  const playwright = '  ✘  1 e2e/a.ts:1:1 › a\n\n\n  1) e2e/a.ts:1:1 › a ───\n\n    Error: the cause\n\n  1 failed\n'
  assert.match(failuresIn(playwright), /^ {2}1\) e2e\/a\.ts[^]*the cause/)
  assert.equal(failuresIn('one\ntwo\n'), 'one\ntwo')
})
