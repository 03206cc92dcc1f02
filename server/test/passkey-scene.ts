/** Common parts of the tests of the second factor: a server with a name, people and their authenticators. */
import assert from 'node:assert/strict'
import { makeAdmin, type Account } from './factories.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { hashPassword } from '../auth/passwords.ts'
import { TestAuthenticator, type Options } from '../auth/test-authenticator.ts'
import { atRedirect, completeOnWeb, startAddress, TestBrowser } from '../auth/test-browser.ts'

export const origin = 'http://localhost:3000'
export const password = 'tres tristes tigres comen'
let hash: string | undefined
let addresses = 0

export const startNamed = (): Promise<TestServer> => startTestServer({ PUBLIC_URL: origin })
export const withPassword = async (): Promise<{ passwordHash: string }> => ({
  passwordHash: (hash ??= await hashPassword(password)),
})

type Page = Awaited<ReturnType<TestBrowser['ask']>>

/** Options of a page for the authenticator. */
export function optionsOf({ text }: Page): Options {
  const [, said = ''] = /data-options="([^"]+)"/.exec(text) ?? []
  assert.notEqual(said, '', `a page that asks an authenticator: ${text.slice(-1500)}`)
  return JSON.parse(said.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')) as Options
}

export const codesOf = ({ text }: Page): string[] =>
  [...text.matchAll(/<li>([A-Z0-9-]{17})<\/li>/g)].map(([, one = '']) => one)
export const faultOf = ({ text }: Page): string | undefined => /<p class="fault">([^<]+)</.exec(text)?.[1]

/** A person at the issuer's pages, from an own client address. */
export class Visitor {
  readonly server: TestServer
  readonly browser: TestBrowser

  constructor(server: TestServer) {
    this.server = server
    addresses += 1
    this.browser = new TestBrowser(server, `10.1.${addresses >> 8}.${addresses & 255}`)
  }

  /** The password page of a new sign-in. */
  async start(manage = false): Promise<Page> {
    const url = await startAddress(this.browser, this.server)
    return await this.browser.follow(manage ? `${url}&llaves=1` : url, atRedirect)
  }

  /** The page after the right password. */
  async enter({ email }: Pick<Account, 'email'>, manage = false): Promise<Page> {
    const page = await this.start(manage)
    return await this.post(page, { email, password })
  }

  post(page: Page, form: Record<string, string>): Promise<Page> {
    return this.browser.follow(page.url, atRedirect, form)
  }

  /** The session of a completed sign-in. */
  async complete(page: Page) {
    assert.ok(atRedirect(page.url), page.text.slice(-1500))
    const done = await completeOnWeb(this.browser, this.server, Object.fromEntries(page.url.searchParams))
    assert.equal(done.status, 200, done.text)
    return { cookie: this.browser.header(new URL(origin)) }
  }
}

interface Owner {
  account: Account
  key: TestAuthenticator
  codes: string[]
}

/** Signs in, registers a passkey and keeps the recovery codes. */
export async function enroll(server: TestServer, account: Account, isSynced = false): Promise<Owner> {
  const visitor = new Visitor(server)
  const key = new TestAuthenticator(origin, isSynced)
  const page = await visitor.enter(account, true)
  const made = await visitor.post(page, { name: 'Portátil', response: key.make(optionsOf(page)) })
  const codes = codesOf(made)
  assert.equal(codes.length, 10, made.text.slice(-1500))
  await visitor.complete(await visitor.post(made, { act: 'later' }))
  return { account, key, codes }
}

export const owner = async (server: TestServer, isSynced = false): Promise<Owner> =>
  enroll(server, await makeAdmin(server.db, await withPassword()), isSynced)

/** Kinds of the mails to an address, in order. */
export async function mails({ db }: TestServer, email: string): Promise<string[]> {
  const text = 'select kind from mail where recipient = $1 order by id'
  return (await db.owner.query<{ kind: string }>(text, [email])).rows.map(({ kind }) => kind)
}

/** Audit entries of a person's second factor, in order. */
export async function audited({ db }: TestServer, userId: number): Promise<string[]> {
  const text = `select call from audit where actor_id = $1 and entity = 'passkey' order by id`
  return (await db.owner.query<{ call: string }>(text, [userId])).rows.map(({ call }) => call)
}
