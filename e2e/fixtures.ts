/** Common fixtures: the owner's database, a quick sign-in, and monitoring of browser errors. */
import { test as base, expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import pg from 'pg'
import { runningCluster } from '../server/db/embedded.ts'
import { wireTypes } from '../server/db/open.ts'
import { makeSession, type Account, type TestSession } from '../server/test/factories.ts'
import { address, dataDir } from './place.ts'
import { followRequests } from './quiet.ts'
import { press, say } from './text.ts'

export { expect }
export interface Owner {
  owner: pg.Pool
  url: string
}
/** The server of a test: address and database. */
export type Served = Owner & { address: string }
type Person = Pick<Account, 'id' | 'type' | 'user_id'>

export const password = 'hilo-demo-2026'

export interface Fixtures {
  /** Browser errors that the test provokes deliberately. */
  provoked: RegExp | null
  /** A further browser context (own cookies and storage), monitored like the first. */
  another: (options?: Parameters<Browser['newContext']>[0]) => Promise<BrowserContext>
  /** A page of another browser, at a desk unless said otherwise, in which this account is signed in. */
  elsewhere: (who: string | Person, options?: Parameters<Browser['newContext']>[0]) => Promise<Page>
  /** Opens a session for an account of the demonstration (by address) or of the test, without the sign-in pages. */
  enter: (who: string | Person, context?: BrowserContext) => Promise<TestSession>
}

/** All errors of the pages of a context, one line each. */
function watch(context: BrowserContext): string[] {
  const faults: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (error) => faults.push(`thrown: ${error.error().message}`))
  return faults
}

/** Reports violations of the content security policy that the browser does not log. */
const tellViolations = () =>
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error(`CSP ${event.effectiveDirective} ${event.blockedURI}`),
  )

/** Keeps the texts of the toasts: each lives for two seconds, which a busy machine can miss. */
const keepToasts = () => {
  const toasts: string[] = []
  Object.assign(window, { toasts })
  const keep = (added: Node) => {
    if (!(added instanceof Element)) return
    for (const one of [added, ...added.querySelectorAll('[data-kind]')])
      if (one.matches('[role=status] > [data-kind]')) toasts.push(one.textContent ?? '')
  }
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(keep))).observe(document, {
    childList: true,
    subtree: true,
  })
}

/** Waits for a toast of the page, which may be gone by now; each is expected once. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const take = (wanted: string) => {
    const plain = (one: string) => one.replace(/\s+/g, ' ').trim()
    const { toasts = [] } = window as { toasts?: string[] }
    const at = toasts.findIndex((one) => plain(one) === plain(wanted))
    if (at >= 0) toasts.splice(at, 1)
    return at >= 0
  }
  await expect.poll(() => page.evaluate(take, text), `the toast "${text}"`).toBe(true)
}

async function watched(context: BrowserContext, provoked: RegExp | null, use: () => Promise<void>): Promise<void> {
  const faults = watch(context)
  followRequests(context)
  await context.addInitScript(tellViolations)
  await context.addInitScript(keepToasts)
  await use()
  // A modified answer may still be pending when the test ends.
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
  const unexpected = faults.filter((fault) => !provoked?.test(fault))
  expect(unexpected, 'the browser has nothing to complain about').toEqual([])
}

/** The account of a seeded person. */
async function accountOf(db: Owner, email: string): Promise<Person> {
  const { rows } = await db.owner.query<Person>(
    `select a.id, a.type, a.user_id from (
       select id, 'va' as type, user_id from vno_admin_account union all
       select id, 'te', user_id from technical_account union all
       select id, 'ad', user_id from admin_account) a
     join app_user u on u.id = a.user_id where u.email = $1`,
    [email],
  )
  const [found] = rows
  if (!found) throw new Error(`nobody with the address ${email}`)
  return found
}

/** The server shared by all tests of a run, started on first use. */
export async function useShared(use: (db: Served) => Promise<void>): Promise<void> {
  const url = await runningCluster(dataDir)
  if (url === null) throw new Error(`no database runs in ${dataDir}`)
  const owner = new pg.Pool({ connectionString: url, max: 2, types: wireTypes, options: '-c app.scope=all' })
  await use({ owner, url, address })
  await owner.end()
}

export const test = base.extend<Fixtures, { db: Served }>({
  db: [({}, use) => useShared(use), { scope: 'worker' }],
  baseURL: ({ db }, use) => use(db.address),
  provoked: [null, { option: true }],
  context: async ({ context, provoked }, use) => watched(context, provoked, () => use(context)),
  another: async ({ browser, provoked, contextOptions, serviceWorkers, db }, use) => {
    const opened: { context: BrowserContext; end: () => void; done: Promise<void> }[] = []
    await use(async (options) => {
      const context = await browser.newContext({
        ...contextOptions,
        serviceWorkers,
        baseURL: db.address,
        locale: 'es-ES',
        ...options,
      })
      const { promise, resolve } = Promise.withResolvers<void>()
      const done = watched(context, provoked, () => promise)
      opened.push({ context, end: resolve, done })
      return context
    })
    for (const { context, end, done } of opened) {
      end()
      await done
      await context.close()
    }
  },
  elsewhere: async ({ another, enter }, use) => {
    await use(async (who, options = { viewport: { width: 1440, height: 900 } }) => {
      const context = await another(options)
      await enter(who, context)
      return await context.newPage()
    })
  },
  enter: async ({ db, context }, use) => {
    await use(async (who, other = context) => {
      const person = typeof who === 'string' ? await accountOf(db, who) : who
      const session = await makeSession(db, { role_id: 0, vno_id: null, name: '', email: '', ...person })
      const cookie = { name: 'hilo_session', value: session.token, url: db.address, httpOnly: true }
      await other.addCookies([{ ...cookie, sameSite: 'Lax' as const }])
      return session
    })
  },
})

/** Signs in through the login pages. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

/** Signs out by the person's menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Tu cuenta: / }).click()
  await page.getByRole('menuitem', { name: 'Salir' }).click()
}

/** Opens the search with its keys, which the page hears once it has started. */
export async function openSearch(page: Page): Promise<Locator> {
  const box = page.getByRole('combobox', { name: 'Buscar en Hilo' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(box).toBeVisible({ timeout: 5000 })
  }).toPass()
  return box
}

/** Closes all other sessions of the person, from the profile. */
export async function closeOthers(page: Page): Promise<void> {
  await page.goto('/vno/perfil')
  await page.getByRole('button', { name: say('sessions.revoke_others') }).click()
}

/** Confirms the dialog that `closeOthers` opened. */
export async function confirmClosing(page: Page): Promise<void> {
  await press(page.getByRole('dialog'), 'sessions.revoke')
}

/** Path, query and hash of the page. */
export function placeOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}
