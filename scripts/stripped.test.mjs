/** The server's TypeScript as `npm start` loads it: no compiler stays in the process, and traces name what was written. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'

const program = (said) => `
interface Thing { name: string }

function fail(thing: Thing): never {
  throw new Error(thing.name)
}
try {
  fail({ name: '${said}' })
} catch (error) {
  const compiler = process.moduleLoadList.some((name: string) => name.includes('amaro'))
  console.log(JSON.stringify({ stack: (error as Error).stack, compiler }))
}
`
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hilo-stripped-'))
  mkdirSync(join(folder, 'server'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const name of ['strip.mjs', 'stripped.mjs'])
    cpSync(join(import.meta.dirname, name), join(folder, 'scripts', name))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function ran(said) {
  const main = join('server', 'main.ts')
  writeFileSync(join(folder, main), program(said))
  const words = ['--import', './scripts/stripped.mjs', main]
  return JSON.parse(String(execFileSync(process.execPath, words, { cwd: folder })))
}

test('no compiler is in the process, traces name the source, and what has changed since is run as it is', () => {
  for (const said of ['una', 'una', 'otra']) {
    const { stack, compiler } = ran(said)
    assert.equal(compiler, false)
    assert.match(stack, new RegExp(`^Error: ${said}\n    at fail \\(file:.*/server/main\\.ts:5:9\\)\n`))
  }
})

test('where nothing can be kept, Node strips the types itself', () => {
  writeFileSync(join(folder, '.cache'), 'no folder')
  assert.equal(ran('una').compiler, true)
})
