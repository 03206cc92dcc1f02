/** `npm start` in fresh clones of HEAD, with the Nodes and npms that people have. Downloads everything each time: minutes. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './modules.mjs'

/** Majors; of each the newest that the registry has. */
const pairs = [
  { node: 20, npm: 10 },
  { node: 22, npm: 11, ignoreScripts: true },
  { node: 24, npm: 11 },
  { node: 26, npm: 12 },
  { node: 26, npm: 12, ignoreScripts: true },
]
const skip = process.platform !== 'linux' && 'the packages of these Nodes are for Linux'
const longestStartMs = 10 * 60_000

for (const { node, npm, ignoreScripts = false } of pairs)
  test(`npm start: Node ${node}, npm ${npm}${ignoreScripts ? ', --ignore-scripts' : ''}`, { skip }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'hilo-two-commands-'))
    // As root the database belongs to another user, who has to reach it.
    await chmod(folder, 0o711)
    try {
      const bin = install(join(folder, 'tools'), [`node-linux-${process.arch}@${node}`, `npm@${npm}`])
      const clone = join(folder, 'clone')
      run('git', ['clone', '-q', root, clone])
      const port = await freePort()
      const env = {
        ...process.env,
        PATH: [bin, process.env.PATH].join(delimiter),
        npm_config_ignore_scripts: String(ignoreScripts),
        NODE_TEST_CONTEXT: undefined,
        DATABASE_URL: undefined,
        DATA_DIR: join(folder, 'data'),
        HILO_SEED: 'none',
        PORT: String(port),
      }
      const versions = ['node', 'npm'].map((name) => run(name, ['--version'], { env }).replace(/^v/, ''))
      assert.deepEqual(
        versions.map((one) => Number.parseInt(one, 10)),
        [node, npm],
      )
      t.diagnostic(`Node ${versions[0]}, npm ${versions[1]}`)
      const first = await startAndStop(clone, env)
      assert.match(first.output, /Se instalan los paquetes/)
      assert.doesNotMatch(first.output, /Modo de demostración/, 'accounts that are not there')
      // No advice of a package or of the builder is shown; npm has its own words about its user's settings.
      assert.doesNotMatch(first.output.replaceAll(/^npm .*$/gm, ''), /warn|deprecat|advice|consider|chunk/i)
      const second = await startAndStop(clone, env)
      assert.doesNotMatch(second.output, /Se instalan|Se construye/)
      for (const { answered, ended } of [first, second])
        t.diagnostic(`answers after ${answered.toFixed(1)} s, ended ${ended.toFixed(1)} s after Ctrl-C`)
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    }
  })

/** Runs a program to its end and returns what it printed. */
function run(command, words, options = {}) {
  const { error, status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8', ...options })
  assert.equal(status, 0, `${command} ${words.join(' ')}: ${error?.message ?? stderr}`)
  return stdout.trim()
}

/** Folder of the programs of these packages. */
function install(folder, packages) {
  run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...packages])
  return join(folder, 'node_modules', '.bin')
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

/** One life of `npm start`, ended as by Ctrl-C at a terminal, which signals the whole group. */
async function startAndStop(cwd, env) {
  const began = performance.now()
  const child = spawn('npm', ['start'], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const answers = () =>
    fetch(`http://127.0.0.1:${env.PORT}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    while (!(await answers())) {
      assert.equal(child.exitCode, null, `npm start has ended:\n${output}`)
      assert.ok(performance.now() - began < longestStartMs, `npm start does not answer:\n${output}`)
      await sleep(200)
    }
  } finally {
    if (child.exitCode === null) process.kill(-child.pid, 'SIGINT')
  }
  const answered = performance.now()
  const [code, signal] = await end
  const seconds = { answered: (answered - began) / 1000, ended: (performance.now() - answered) / 1000 }
  // Newer npms end by the signal themselves.
  assert.ok(code === 0 || signal === 'SIGINT', `${signal ?? code}\n${output}`)
  assert.equal(await answers(), false)
  assert.ok(!existsSync(join(env.DATA_DIR, 'pg', 'postmaster.pid')), 'the database has stopped')
  return { output, ...seconds }
}
