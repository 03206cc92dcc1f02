/** Two PostgreSQL servers, a primary and its standby, as in a highly available installation. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chooseRunAs, type RunAs } from '../db/run-as.ts'
import { freePort } from './server-process.ts'

const database = 'hilo'

/** One server of the pair, reached by TCP. */
class Node {
  readonly port: string
  readonly folder: string
  readonly #programs: string
  readonly #runAs: RunAs
  #process: ChildProcess | null = null

  constructor(programs: string, runAs: RunAs, folder: string, port: string) {
    this.#programs = programs
    this.#runAs = runAs
    this.folder = folder
    this.port = port
  }

  /** Runs one of PostgreSQL's programs to its end. */
  run(program: string, words: string[], env: Record<string, string> = {}): void {
    const [command = '', ...rest] = [...this.#runAs.prefix, join(this.#programs, program), ...words]
    const options = { ...this.#runAs.identity, cwd: '/', env: { LC_ALL: 'C', PATH: process.env['PATH'], ...env } }
    const { status, stderr } = spawnSync(command, rest, { ...options, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
  }

  start(): void {
    const settings = {
      listen_addresses: '127.0.0.1',
      port: this.port,
      unix_socket_directories: this.folder,
      max_connections: '120',
      hot_standby_feedback: 'on',
      wal_receiver_status_interval: '1s',
    }
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const [command = '', ...rest] = [
      ...this.#runAs.prefix,
      join(this.#programs, 'postgres'),
      '-D',
      this.folder,
      ...words,
    ]
    this.#process = spawn(command, rest, { ...this.#runAs.identity, cwd: '/', env: { LC_ALL: 'C' }, stdio: 'ignore' })
  }

  /** Stops it at once, like a power failure; or in order. */
  async stop(signal: 'SIGQUIT' | 'SIGINT' = 'SIGQUIT'): Promise<void> {
    const running = this.#process
    this.#process = null
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    await this.signal('SIGCONT', running.pid)
    running.kill(signal)
    await ended
  }

  /** Pauses or resumes all of its processes. */
  async signal(signal: 'SIGSTOP' | 'SIGCONT', pid = this.#process?.pid): Promise<void> {
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    for (const one of [pid, ...stdout.split(/\s+/).filter(Boolean).map(Number)])
      if (one) spawnSync('kill', [`-${signal.slice(3)}`, String(one)])
    await sleep(50)
  }
}

export interface Pair {
  first: Node
  second: Node
  /** Owner's URL of one server, or of both as one address. */
  url(...nodes: Node[]): string
  /** Runs a query on one of them as superuser. */
  ask<T extends object>(node: Node, text: string): Promise<T[]>
  /** Waits until the standby has replayed everything. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

const superuser = 'root'

export async function startPair(programs: string): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-pair-'))
  await chmod(folder, 0o711)
  const runAs = chooseRunAs(join(programs, 'postgres'), folder)
  const password = randomBytes(16).toString('hex')
  const key = join(folder, 'key')
  await writeFile(key, password)
  const home = async (name: string) => {
    const path = join(folder, name)
    await mkdir(path, { mode: 0o700 })
    if (runAs.owner) await chown(path, runAs.owner.uid, runAs.owner.gid)
    return new Node(programs, runAs, path, await freePort())
  }
  if (runAs.owner) await chown(key, runAs.owner.uid, runAs.owner.gid)
  const [first, second] = [await home('first'), await home('second')]
  const words = ['-U', superuser, `--pwfile=${key}`, '--auth=scram-sha-256', '-k', '-E', 'UTF8', '--locale=C']
  first.run('initdb', ['-D', first.folder, ...words])
  await appendFile(join(first.folder, 'pg_hba.conf'), `host replication ${superuser} 127.0.0.1/32 scram-sha-256\n`)
  const urlOf = (user: string, ...nodes: Node[]) =>
    `postgres://${user}:${password}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`
  const ask: Pair['ask'] = async <T extends object>(node: Node, text: string, name = database) => {
    const client = new pg.Client({
      connectionString: `${urlOf(superuser, node)}/${name}`,
      connectionTimeoutMillis: 30_000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<T>(text)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }
  const untilAnswers = async (node: Node, name: string) => {
    for (let tries = 0; ; tries++) {
      try {
        return await (ask as (node: Node, text: string, name: string) => Promise<object[]>)(node, 'select 1', name)
      } catch (error) {
        if (tries === 600) throw error
        await sleep(100)
      }
    }
  }
  first.start()
  await untilAnswers(first, 'postgres')
  const inPostgres = ask as (node: Node, text: string, name: string) => Promise<object[]>
  await inPostgres(first, `create role owner login createrole createdb password '${password}'`, 'postgres')
  await inPostgres(first, `create database ${database} owner owner`, 'postgres')
  second.run(
    'pg_basebackup',
    ['-D', second.folder, '-R', '-X', 'stream', '-c', 'fast', '-h', '127.0.0.1', '-p', first.port, '-U', superuser],
    {
      PGPASSWORD: password,
    },
  )
  second.start()
  await untilAnswers(second, database)
  return {
    first,
    second,
    url: (...nodes) =>
      `${urlOf('owner', ...nodes)}/${database}${nodes.length > 1 ? '?target_session_attrs=read-write' : ''}`,
    ask: (node, text) => ask(node, text),
    async caughtUp() {
      const [at] = await ask<{ lsn: string }>(first, 'select pg_current_wal_lsn()::text as lsn')
      for (let tries = 0; tries < 1200; tries++) {
        const text = `select pg_last_wal_replay_lsn() >= '${at?.lsn}' as done`
        if ((await ask<{ done: boolean }>(second, text))[0]?.done) return
        await sleep(50)
      }
      throw new Error('the standby does not catch up')
    },
    async close() {
      await Promise.all([first.stop(), second.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
