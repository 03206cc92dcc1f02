/** The native build without a device: its files under the origin of a web view, its API on the server. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect, password, test as base } from './fixtures.ts'
import { json } from './json.ts'
import { address, dataDir, root } from './place.ts'

/** One of the origins that the server lets the application come from; no server listens there: the test answers. */
const view = 'http://localhost'
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' }

const test = base.extend<object, { built: string }>({
  built: [
    async ({}, use, { workerIndex }) => {
      const out = `${dataDir}-native-${workerIndex}`
      const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
      const done = spawnSync(
        process.execPath,
        [vite, 'build', '--logLevel', 'warn', '--outDir', out, '--emptyOutDir'],
        {
          cwd: join(root, 'web'),
          encoding: 'utf8',
          env: {
            ...process.env,
            VITE_NATIVE: '1',
            VITE_API_BASE: address,
            VITE_NATIVE_REDIRECT: `${address}/oauth/native`,
          },
        },
      )
      if (done.status !== 0) throw new Error(`the native build failed: ${done.stderr}`)
      await use(out)
      rmSync(out, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

// One worker for the file: what it starts is started once.
test.describe.configure({ mode: 'default' })

/** Serves the build as the web view would; answers the calls that it makes. */
async function openView(context: BrowserContext, built: string): Promise<Request[]> {
  await context.route(`${view}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const path = extname(pathname) === '' ? '/index.html' : pathname
    const contentType = types[extname(path)] ?? (path.endsWith('.html') ? 'text/html' : 'application/octet-stream')
    return route.fulfill({ contentType, body: readFileSync(join(built, path)) })
  })
  const asked: Request[] = []
  context.on('request', (request) => {
    const own = request.method() !== 'OPTIONS' && request.frame().url().startsWith(view)
    if (own && request.url().startsWith(`${address}/api/`)) asked.push(request)
  })
  return asked
}

/** Signs in on the issuer's page; the claimed link that it leads to opens the application again, as a device would do. */
async function enterApp(page: Page, email: string): Promise<void> {
  await page.goto(`${view}/login`)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL((url) => url.origin === address)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL(`${address}/oauth/native?*`)
  await page.goto(`${view}/oauth/user${new URL(page.url()).search}`)
  await expect(page).toHaveURL(`${view}/vno`)
}

test('the application signs in with a bearer token of its own and sends no cookie', async ({
  page,
  context,
  built,
}) => {
  const asked = await openView(context, built)
  await enterApp(page, 'admin@norte.test')
  await expect(page.getByRole('button', { name: 'Tu cuenta: Marta Soler Ibáñez' })).toBeVisible()
  const kept = await page.evaluate(() => ({ ...localStorage }))
  expect(kept['authToken']).toMatch(/^[\w-]{40,}$/)
  expect(kept['userInfo']).toContain('admin@norte.test')
  // What a reload would cut off has no answer to look at.
  await page.waitForLoadState('networkidle')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Tu cuenta: Marta Soler Ibáñez' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const own = asked.filter((request) => request.url().includes('/admin_vno/'))
  expect(own.length).toBeGreaterThan(0)
  for (const request of asked) {
    const headers = await request.allHeaders()
    expect(headers['apiaf'], request.url()).toMatch(/^android\/1\.0\.19\/[\w-]{36}$/)
    expect(headers['cookie'], request.url()).toBeUndefined()
  }
  for (const request of own) {
    const headers = await request.allHeaders()
    expect(headers['authorization']).toBe(`Bearer ${kept['authToken']}`)
    expect(headers['account_type']).toBe('va')
    const answer = await request.response()
    expect(answer?.status()).toBe(200)
    expect(answer?.headers()['access-control-allow-credentials']).toBeUndefined()
  }
  const cookies = await context.cookies()
  expect(cookies.filter(({ name }) => name.endsWith('hilo_session'))).toEqual([])
})

test.describe('a token that has ended', () => {
  test.use({ provoked: /status of 401/ })
  test('resets the application: login page, no token, way back', async ({ page, context, built, db }) => {
    await openView(context, built)
    await enterApp(page, 'gestor@norte.test')
    const info = json<{ user: { id: number } }>(await page.evaluate(() => localStorage.getItem('userInfo')))
    await db.owner.query("update session set revoked_at = now() where user_id = $1 and channel = 'android'", [
      info.user.id,
    ])
    await page.goto(`${view}/vno/perfil?x=1`)
    await expect(page).toHaveURL(`${view}/login?return_to_url=%2Fvno%2Fperfil%3Fx%3D1`)
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
  })
})
