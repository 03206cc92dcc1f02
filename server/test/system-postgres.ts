/** The machine's own PostgreSQL, if installed, as a cluster that is known by its address only. */
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chooseRunAs, type RunAs } from '../db/run-as.ts'

/** Folder of its programs; null if not installed. */
export function systemPrograms(): string | null {
  const answer = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const folder = answer.status === 0 ? answer.stdout.trim() : ''
  return folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')) ? folder : null
}

/** Starts one with an owner without superuser rights and the owner's database, as in a production installation. */
export async function startSystemCluster(programs: string): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-system-'))
  await chmod(folder, 0o711)
  const runAs = chooseRunAs(join(programs, 'postgres'), folder)
  const password = randomBytes(16).toString('base64url')
  const cluster = join(folder, 'pg')
  await mkdir(cluster, { mode: 0o700 })
  await writeFile(join(folder, 'key'), password)
  if (runAs.owner)
    for (const path of [cluster, join(folder, 'key')]) await chown(path, runAs.owner.uid, runAs.owner.gid)
  await run(runAs, join(programs, 'initdb'), [
    '-D',
    cluster,
    '-U',
    'root',
    `--pwfile=${join(folder, 'key')}`,
    '--auth=scram-sha-256',
    '-k',
    '-E',
    'UTF8',
    '--locale=C',
  ])
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${cluster}`, '-c', 'max_connections=200']
  const server = start(runAs, join(programs, 'postgres'), ['-D', cluster, ...settings])
  const ended = new Promise((done) => server.once('exit', done))
  const url = (user: string, database: string) =>
    `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(cluster)}`
  await makeOwner(url('root', 'postgres'), password)
  return {
    url: url('owner', 'hilo'),
    close: async () => {
      server.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeOwner(url: string, password: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(`create role owner login createrole createdb password '${password}'`)
      await client.query('grant pg_signal_backend to owner')
      await client.query('create database hilo owner owner')
      return await client.end()
    } catch (error) {
      await client.end().catch(() => {})
      if (attempt === 100) throw error
      await sleep(100)
    }
  }
}

function start(runAs: RunAs, program: string, words: string[]) {
  const [command = program, ...rest] = [...runAs.prefix, program, ...words]
  return spawn(command, rest, { ...runAs.identity, cwd: '/', env: { LC_ALL: 'C' }, stdio: 'ignore' })
}

async function run(runAs: RunAs, program: string, words: string[]): Promise<void> {
  const code = await new Promise((done) => start(runAs, program, words).once('exit', done).once('error', done))
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}`)
}
