import assert from 'node:assert/strict'
import type { TestServer } from '../test/harness.ts'

interface Page {
  status: number
  headers: Headers
  text: string
  url: URL
}

/** A minimal browser for sign-in tests: cookies per origin and path, redirects, one form. Our server is called in process. */
export class TestBrowser {
  readonly #server: TestServer
  readonly #cookies = new Map<string, { origin: string; name: string; value: string; path: string }>()
  /** Client address of its requests. */
  address: string

  constructor(server: TestServer, address = '10.0.0.1') {
    this.#server = server
    this.address = address
  }

  cookie(name: string): string | undefined {
    return [...this.#cookies.values()].find((one) => one.name === name)?.value
  }

  header(url: URL): string {
    return [...this.#cookies.values()]
      .filter(({ origin, path }) => origin === url.origin && url.pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  keep(url: URL, lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const name = pair.slice(0, pair.indexOf('='))
      const value = pair.slice(pair.indexOf('=') + 1)
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
      const dead = value === '' || attributes.some((one) => /^max-age=0|^expires=thu, 01 jan 1970/i.test(one))
      if (dead) this.#cookies.delete(`${url.origin} ${name} ${path}`)
      else this.#cookies.set(`${url.origin} ${name} ${path}`, { origin: url.origin, name, value, path })
    }
  }

  /** One request without following redirects. */
  async ask(address: string | URL, form?: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
    const url = new URL(address)
    const method = form ? 'POST' : 'GET'
    const body = form && new URLSearchParams(form).toString()
    const sent = {
      accept: 'text/html',
      cookie: this.header(url),
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    }
    if (url.origin !== this.#server.config.publicUrl.origin) {
      const answer = await fetch(url, {
        method,
        headers: sent,
        redirect: 'manual',
        ...(body !== undefined && { body }),
      })
      this.keep(url, answer.headers.getSetCookie())
      return { status: answer.status, headers: answer.headers, text: await answer.text(), url }
    }
    const answer = await this.#server.app.inject({
      method,
      url: url.pathname + url.search,
      headers: { host: url.host, ...sent },
      remoteAddress: this.address,
      ...(body !== undefined && { payload: body }),
    })
    const answered = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      for (const one of [value].flat()) if (one !== undefined) answered.append(name, String(one))
    this.keep(url, answered.getSetCookie())
    return { status: answer.statusCode, headers: answered, text: answer.body, url }
  }

  /** Follows redirects up to a page, or to the address that `stop` recognises, which is not requested. */
  async follow(address: string | URL, stop: (url: URL) => boolean, form?: Record<string, string>): Promise<Page> {
    let page = await this.ask(address, form)
    for (let hop = 0; page.status >= 300 && page.status < 400; hop++) {
      assert.ok(hop < 10, 'too many redirects')
      const next = new URL(page.headers.get('location') ?? '', page.url)
      if (stop(next)) return { ...page, url: next }
      page = await this.ask(next)
    }
    return page
  }

  /** Fills in and submits the sign-in form; ends at our redirect address, or at the page that refuses. */
  async signIn(startUrl: string, email: string, password: string, stop = atRedirect): Promise<Page> {
    const page = await this.follow(startUrl, stop)
    assert.equal(page.status, 200, page.text)
    return this.follow(page.url, stop, { email, password })
  }
}

/** The issuer's address of a new sign-in. */
export async function startAddress(browser: TestBrowser, server: TestServer, query = ''): Promise<string> {
  const { origin } = server.config.publicUrl
  const started = await browser.ask(`${origin}/api/v1/account/oauth_login_start.json${query}`)
  assert.equal(started.status, 200, started.text)
  return (JSON.parse(started.text) as { url: string }).url
}

/** Signs in like the web client: from our server to the issuer's page and back. */
export async function signInOnWeb(browser: TestBrowser, server: TestServer, email: string, password: string) {
  const landed = await browser.signIn(await startAddress(browser, server), email, password)
  assert.ok(atRedirect(landed.url), landed.text)
  return completeOnWeb(browser, server, Object.fromEntries(landed.url.searchParams))
}

export async function completeOnWeb(browser: TestBrowser, server: TestServer, query: object) {
  const url = server.config.publicUrl
  const done = await server.call('account/oauth_login_complete', query, { headers: { cookie: browser.header(url) } })
  browser.keep(url, [done.headers['set-cookie'] ?? []].flat().map(String))
  return done
}

export function atRedirect(url: URL): boolean {
  return url.pathname === '/oauth/user' || url.pathname === '/oauth/native' || url.protocol === 'hilo:'
}
