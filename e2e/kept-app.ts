/** A phone with the installed application: its server can stop or change version, and its caches can be read. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { eventType } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { makeTechnician, type Account } from '../server/test/factories.ts'
import { makeEvent } from '../server/test/plant-factories.ts'
import { expect, test as base, type Served } from './fixtures.ts'
import { lasting, useOwn, type Own } from './own-server.ts'
import { dataDir, root } from './place.ts'
import { say } from './text.ts'

export { expect }
export const dist = process.env['WEB_DIR'] ?? join(root, 'web', 'dist')
export const next = '1.0.20'

/** The same client as the next version: every part that contains the version has another name. */
function buildNext(out: string): void {
  const script = `import { build } from 'vite'
    await build({ configFile: 'vite.config.ts', logLevel: 'warn', define: { __HILO_VERSION__: '"${next}"' },
      build: { outDir: ${JSON.stringify(out)}, emptyOutDir: true } })`
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(root, 'web'),
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`the next version was not built: ${done.stderr}`)
}

export const test = base.extend<{ technician: Account }, { db: Own; newer: string }>({
  db: [({ db }, use) => useOwn(db, use), lasting],
  newer: [
    async ({}, use, { workerIndex }) => {
      const out = `${dataDir}-web-${workerIndex}`
      buildNext(out)
      await use(out)
      rmSync(out, { recursive: true, force: true })
    },
    lasting,
  ],
  technician: async ({ db, enter }, use) => {
    const technician = await makeTechnician(db, { vno: { id: 1, name: '', external_id: '' } })
    await enter(technician)
    await use(technician)
  },
})

export const title = (page: Page) => page.getByRole('heading', { level: 1 })
export const bar = (page: Page) => page.getByText(say('update.new.title'))
export const badge = (page: Page) => page.locator('footer').first()

interface Kept {
  path: string
  body: string
}
/** Content of all caches of the origin. */
export const kept = (page: Page): Promise<Kept[]> =>
  page.evaluate(async () => {
    const found: { path: string; body: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url)
        const answer = await cache.match(request)
        found.push({ path: pathname + search, body: (await answer?.text()) ?? '' })
      }
    }
    return found
  })

/** Checks for a new version, as the browser does from time to time; true if one is waiting. */
export const look = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
    const arriving = registration?.installing
    if (arriving)
      await new Promise<void>((resolve) => arriving.addEventListener('statechange', () => resolve(), { once: true }))
    return registration?.waiting != null
  })

/** Puts the phone away (page hidden). */
export const putAway = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'hidden')
  })

/** An open intervention of the technician, for working on its steps. */
export const openEvent = (db: Served, technician: Account) =>
  makeEvent(db, { technician, type: eventType.is.createListener })
