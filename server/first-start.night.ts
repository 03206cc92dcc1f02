/** First start as in the README: without configuration, then sign-in with a README account by a plain HTTP client. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { demonstrationPassword } from './auth/demonstration.ts'
import { familyOf, signalAll } from './test/process-family.ts'
import { freePort, spawnServer, untilReady, type ServerProcess } from './test/server-process.ts'

/** Follows cookies and redirects, without other browser features. */
class Visitor {
  readonly #cookies = new Map<string, string>()

  async ask(address: string, body?: URLSearchParams | string): Promise<Response> {
    const type = typeof body === 'string' ? 'application/json' : 'application/x-www-form-urlencoded'
    const answer = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: [...this.#cookies.values()].join('; '), ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body: String(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair)
    }
    return answer
  }

  /** The end of a redirect chain: a page, or the client's own address. */
  async follow(address: string, body?: URLSearchParams): Promise<URL> {
    const answer = await this.ask(address, body)
    const next = answer.headers.get('location')
    if (next === null) return new URL(address)
    const url = new URL(next, address)
    return url.pathname === '/oauth/user' ? url : this.follow(url.href)
  }
}

/** Everything that a first start may print. */
const lines = [
  '',
  'Se prepara la base de datos…( .+)?',
  'Se cargan los datos de demostración…( .+)?',
  'Datos de demostración cargados en [\\d.,]+ s\\.',
  'Hilo [\\d.]+ está en http://127\\.0\\.0\\.1:\\d+',
  'Modo de demostración\\. Contraseña de todas las cuentas: \\S+',
  '  \\w+@\\w+\\.test',
  'Ctrl-C para terminar\\.',
]
const foreignLines = (output: string) =>
  output.split('\n').filter((line) => !lines.some((one) => new RegExp(`^${one}$`).test(line)))

it('started without configuration there is a network, and the README’s first account signs in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-first-'))
  const server = spawnServer({ DATA_DIR: join(folder, 'data'), PORT: await freePort(), HILO_SEED: undefined })
  try {
    await untilReady(server)
    const api = (path: string) => `${server.address}/api/v1/${path}.json`
    const visitor = new Visitor()
    const { url } = (await (await visitor.ask(api('account/oauth_login_start'))).json()) as { url: string }
    const page = await visitor.follow(url)
    const form = new URLSearchParams({ email: 'admin@norte.test', password: demonstrationPassword })
    const { searchParams } = await visitor.follow(page.href, form)
    const query = { code: searchParams.get('code'), state: searchParams.get('state') }
    const done = await visitor.ask(api('account/oauth_login_complete'), JSON.stringify({ query }))
    assert.equal(done.status, 200, server.output())
    // Not a line for each migration, no advice of a package.
    assert.deepEqual(foreignLines(server.output()), [])
    assert.ok(server.output().split('\n').length < 24, server.output())
    for (const list of ['ports', 'ctos', 'events']) {
      const answer = await visitor.ask(api(`admin_vno/${list}/get`), '{"query":{"limit":1}}')
      const { records } = (await answer.json()) as { records: unknown[] }
      assert.equal(records.length, 1, list)
    }
  } finally {
    await server.kill('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
})

/** Lets a process and its children run for a tenth of the time: pauses outlast short limits, as on a machine that swaps. */
async function slowDown({ pid, ended }: ServerProcess, signal: AbortSignal): Promise<void> {
  let over = false
  void ended.then(() => (over = true))
  while (!over && !signal.aborted) {
    const stopped = await familyOf(pid)
    signalAll(stopped, 'SIGSTOP')
    await sleep(5400)
    signalAll(stopped, 'SIGCONT')
    await sleep(600)
  }
}

const onLinux = { skip: process.platform !== 'linux' && 'children are found in /proc' }

it('on a machine ten times slower the first start ends with the demonstration, in Spanish', onLinux, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-slow-'))
  const server = spawnServer({ DATA_DIR: join(folder, 'data'), PORT: await freePort(), HILO_SEED: undefined })
  const normal = new AbortController()
  const slow = slowDown(server, normal.signal)
  try {
    await untilReady(server, 20 * 60_000)
    assert.match(server.output(), /Datos de demostración cargados/)
    // What looks at the OLTs may have been too slow, says so and tries again.
    const other = foreignLines(server.output()).filter((line) => !/^\S.* vuelve a intentarlo\. \{/.test(line))
    assert.deepEqual(other, [])
  } finally {
    normal.abort()
    await slow
    await server.kill('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
})
