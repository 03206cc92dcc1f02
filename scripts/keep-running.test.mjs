import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const folder = mkdtempSync(join(tmpdir(), 'hilo-keep-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const starter = pathToFileURL(join(import.meta.dirname, 'keep-running.mjs')).href
let count = 0

/** Runs a one-line program under the starter; each run leaves a mark. */
function start(program, pauseMs = 10) {
  const marks = join(folder, String(count++))
  const life = `import { appendFileSync, readFileSync } from 'node:fs'
    appendFileSync(${JSON.stringify(marks)}, 'x')
    const lives = readFileSync(${JSON.stringify(marks)}, 'utf8').length
    ${program}`
  const words = ['--input-type=module', '--max-old-space-size=40', '-e', life]
  const code = `import { keepRunning } from ${JSON.stringify(starter)}
    const program = { command: process.execPath, words: ${JSON.stringify(words)}, options: {}, pauseMs: ${pauseMs} }
    process.exit(await keepRunning(program, console.log))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  const lives = () => {
    try {
      return readFileSync(marks, 'utf8').length
    } catch {
      return 0
    }
  }
  const ended = once(child, 'close').then(([exit]) => ({ exit, said, lives: lives() }))
  return { child, ended, lives, said: () => said }
}

describe('a restarted program', () => {
  it('comes back after it ran out of memory, and ends with its own code', async () => {
    const memory = 'const kept = []; while (lives < 3) kept.push(new Array(1000).fill(lives)); process.exit(0)'
    const { exit, said, lives } = await start(memory).ended
    assert.deepEqual([exit, lives], [0, 3])
    assert.match(said, /ha caído/)
  })
  it('comes back after the machine killed it', async () => {
    const { exit, lives } = await start(`if (lives < 2) process.kill(process.pid, 'SIGKILL'); else process.exit(3)`)
      .ended
    assert.deepEqual([exit, lives], [3, 2])
  })
  it('is not started again when its start fails', async () => {
    const { exit, lives } = await start('process.exit(1)').ended
    assert.deepEqual([exit, lives], [1, 1])
  })
  it('is given up after repeated deaths at once', async () => {
    const { exit, said, lives } = await start('process.abort()').ended
    assert.deepEqual([exit, lives], [1, 5])
    assert.match(said, /No se arranca más/)
  })
  it('is not restarted after a stop signal, whatever it dies of', async () => {
    const running = start(
      `process.on('SIGTERM', () => process.abort()); setInterval(() => {}, 1000); console.log('ready')`,
    )
    while (!running.said().includes('ready')) await sleep(20)
    running.child.kill('SIGTERM')
    const { exit, lives } = await running.ended
    assert.deepEqual([exit, lives], [1, 1])
  })
  it('can be stopped while it waits to start again', async () => {
    const running = start('process.abort()', 60_000)
    while (!running.said().includes('de nuevo')) await sleep(20)
    running.child.kill('SIGTERM')
    await running.ended
    assert.equal(running.lives(), 1)
  })
})
