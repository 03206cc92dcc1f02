/** A second server on its own database with a foreign issuer; and that issuer, a plain one. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import type { Page } from '@playwright/test'
import { freePort } from '../server/test/free-port.ts'
import { expect, test as base } from './fixtures.ts'
import { bare, lasting, useOwn, type Own } from './own-server.ts'

const client = { id: 'hilo-de-prueba', secret: 'un-secreto-que-solo-conoce-la-prueba-0123456789' }

interface Foreign extends Own {
  /** The issuer's address, `iss` of its tokens. */
  issuer: string
}

/** `oidc-provider` with its default pages, which accept any name. Returns how to stop it. */
async function startIssuer(issuer: string, app: string) {
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
  const { hostname, port } = new URL(issuer)
  await new Promise<void>((resolve) => server.listen(Number(port), hostname, resolve))
  return () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
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
      const issuer = `http://127.0.0.1:${await freePort()}`
      const env = { ...bare, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret }
      await useOwn(
        db,
        async (own) => {
          const stop = await startIssuer(issuer, own.address)
          await use({ ...own, issuer })
          await stop()
        },
        { env },
      )
    },
    lasting,
  ],
})
