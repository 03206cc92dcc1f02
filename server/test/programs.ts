/** Programs beside the server in production, run with the files of `deploy/`, in their own folder and on their own ports. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readAddress } from '../database-address.ts'
import { chooseRunAs } from '../db/run-as.ts'
import { freePort } from './server-process.ts'

const deploy = join(import.meta.dirname, '..', '..', 'deploy')

/** Path of an installed program; null if it is not installed. */
function programPath(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

/** Skip message of a test if the program is not installed. */
export const unlessMissing = (name: string) =>
  programPath(name) ? {} : { skip: `en este equipo falta ${name}: instálalo (apt-get install ${name}) y repite` }

/** A file of `deploy/` with replacements, each of which must match. */
async function fileWith(name: string, changes: readonly (readonly [RegExp, string])[]): Promise<string> {
  let text = await readFile(join(deploy, name), 'utf8')
  for (const [from, to] of changes) {
    if (!from.test(text)) throw new Error(`${name} has nothing like ${from.source}`)
    text = text.replace(from, () => to)
  }
  return text
}

async function untilListening(port: string, child: ChildProcess, said: () => string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    if (child.exitCode !== null) break
    await sleep(50)
  }
  throw new Error(`nobody listens at ${port}: ${said()}`)
}

interface Running {
  port: string
  close(): Promise<void>
}

async function run(
  program: string,
  words: string[],
  { folder, port, identity = {} }: { folder: string; port: string; identity?: { uid?: number; gid?: number } },
): Promise<Running> {
  const child = spawn(program, words, { ...identity, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const ended = once(child, 'exit')
  const close = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    const kill = setTimeout(() => child.kill('SIGKILL'), 3000)
    await ended
    clearTimeout(kill)
    await rm(folder, { recursive: true, force: true })
  }
  await untilListening(port, child, () => said).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { port, close }
}

export interface Bouncer extends Running {
  /** Database URL through PgBouncer, for one user. */
  url(name: string, password: string): string
}

/**
 * PgBouncer with `deploy/pgbouncer.ini` in front of a database.
 * @param users names and passwords of its list
 * @param changes settings that differ, by name
 */
export async function startPgBouncer(
  database: string,
  users: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string>> = {},
): Promise<Bouncer> {
  const program = programPath('pgbouncer') ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'hilo-bouncer-'))
  const port = await freePort()
  const { first = '', places: [place] = [] } = readAddress(database) ?? {}
  const name = new URL(first).pathname.slice(1)
  const own = {
    listen_port: port,
    unix_socket_dir: folder,
    pidfile: join(folder, 'pid'),
    logfile: join(folder, 'log'),
    auth_file: join(folder, 'userlist.txt'),
    ...changes,
  }
  const settings = Object.entries(own).map(
    ([key, value]) => [new RegExp(`^${key} = .*$`, 'm'), `${key} = ${value}`] as const,
  )
  const target = `${name} = host=${place?.host} port=${place?.port} dbname=${name}`
  const ini = await fileWith('pgbouncer.ini', [[/^hilo = host=.*$/m, target], ...settings])
  const list = Object.entries(users).map(([user, password]) => `"${user}" "${password}"\n`)
  await chmod(folder, 0o711)
  await writeFile(join(folder, 'pgbouncer.ini'), ini)
  await writeFile(own.auth_file, list.join(''))
  const { owner, identity } = chooseRunAs(program, folder)
  if (owner)
    for (const path of [folder, join(folder, 'pgbouncer.ini'), own.auth_file]) await chown(path, owner.uid, owner.gid)
  const running = await run(program, [join(folder, 'pgbouncer.ini')], { folder, port, identity })
  return { ...running, url: (user, password) => `postgres://${user}:${password}@127.0.0.1:${port}/${name}` }
}

/** nginx with `deploy/nginx.conf` in front of processes, without its certificate. */
export async function startNginx(ports: readonly string[]): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-nginx-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const [upstream = ''] =
    /^ {2}server 127.0.0.1:3000.*$/m.exec(await readFile(join(deploy, 'nginx.conf'), 'utf8')) ?? []
  const servers = ports.map((one) => upstream.replace('3000', one))
  const site = await fileWith('nginx.conf', [
    [/(?:^ {2}server 127.0.0.1:\d+.*\n)+/m, `${servers.join('\n')}\n`],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/^ *ssl_certificate .*$/m, ''],
    [/^ *ssl_certificate_key .*$/m, ''],
  ])
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`)
  const whole = `daemon off; pid ${folder}/pid; error_log ${folder}/log; worker_processes 1;
events { worker_connections 256; }
http { access_log off; ${temp.join(' ')} include ${folder}/site.conf; }`
  await writeFile(join(folder, 'site.conf'), site)
  await writeFile(join(folder, 'nginx.conf'), whole)
  return await run(programPath('nginx') ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')], { folder, port })
}
