/** First start as in the README: without configuration, then sign-in with a README account by a plain HTTP client. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { demonstrationPassword } from './auth/demonstration.ts'
import { freePort, spawnServer, untilReady } from './test/server-process.ts'

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
