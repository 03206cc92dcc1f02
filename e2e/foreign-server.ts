/** A second server on its own database with a foreign issuer; and that issuer, a plain one. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Provider } from 'oidc-provider'
import pg from 'pg'
import { wireTypes } from '../server/db/open.ts'
import { serverEnv, serverWords } from '../server/node-options.mjs'
import type { Page } from '@playwright/test'
import { expect, test as base, type Owner } from './fixtures.ts'
import { freePort } from './free-port.ts'
import { dataDir, patience, root } from './place.ts'

const client = { id: 'hilo-de-prueba', secret: 'un-secreto-que-solo-conoce-la-prueba-0123456789' }

interface Foreign {
  /** The issuer's address, `iss` of its tokens. */
  issuer: string
  /** The application's address. */
  app: string
  db: Owner
  close(): Promise<void>
}

/** `oidc-provider` with its default pages, which accept any name. */
async function startIssuer(app: string) {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${app}/oauth/user`],
        post_logout_redirect_uris: [`${app}/login`],
      },
    ],
    cookies: { keys: [randomBytes(16).toString('hex')] },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  })
  const answer = provider.callback()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return { issuer, close }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** Waits until the server is ready. */
async function ready(app: string, child: ChildProcess, said: () => string): Promise<void> {
  for (const end = Date.now() + 240_000; Date.now() < end && child.exitCode === null;) {
    const answer = await fetch(`${app}/readyz`).catch(() => null)
    if (answer?.ok) return
    await wait(100)
  }
  throw new Error(`the second server did not start: ${said()}`)
}

async function startForeign({ owner, url }: Owner): Promise<Foreign> {
  const port = await freePort()
  const app = `http://127.0.0.1:${port}`
  const { issuer, close: closeIssuer } = await startIssuer(app)
  const database = `ajena_${randomBytes(4).toString('hex')}`
  await owner.query(`create database ${database}`)
  const own = new URL(url)
  own.pathname = `/${database}`
  const child = spawn(process.execPath, [...serverWords], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...serverEnv,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: `${dataDir}-ajena`,
      DATABASE_URL: own.href,
      HILO_SEED: 'none',
      PLANT_LIFE: 'still',
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      ...patience,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const pool = new pg.Pool({ connectionString: own.href, max: 2, types: wireTypes, options: '-c app.scope=all' })
  const close = async () => {
    await pool.end()
    await stop(child)
    await closeIssuer()
    await owner.query(`drop database if exists ${database} with (force)`)
  }
  await ready(app, child, () => said).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { issuer, app, db: { owner: pool, url: own.href }, close }
}

/** The development pages of oidc-provider: a name, any password, then consent. */
export async function answerIssuer(page: Page, { issuer }: Foreign, name: string, consents = true): Promise<void> {
  await expect(page).toHaveURL((url) => url.origin === issuer)
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('cualquiera')
  await page.locator('button[type=submit]').click()
  await expect(page.locator('input[name=prompt][value=consent]')).toBeAttached()
  await (consents ? page.locator('button[type=submit]') : page.locator('a[href$=abort]')).click()
}

/** Tests with that server, one for each worker. */
export const test = base.extend<object, { foreign: Foreign }>({
  foreign: [
    async ({ db }, use) => {
      const foreign = await startForeign(db)
      await use(foreign)
      await foreign.close()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})
