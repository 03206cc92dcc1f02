/** The native build without a device: its files under a web view's origin, its API on the server. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { Device } from './device.ts'
import { expect, password, test as base } from './fixtures.ts'
import { json } from './json.ts'
import { address, dataDir, root } from './place.ts'
import { say } from './text.ts'

/** Origin of Android's web view; the test answers for it. */
const view = 'https://localhost'
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' }

const test = base.extend<{ device: Device }, { built: string }>({
  device: async ({ context }, use) => {
    const device = new Device()
    await device.plug(context)
    await use(device)
  },
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
    { scope: 'worker', timeout: 600_000 },
  ],
})

// One worker for the file, so that its servers start once.
test.describe.configure({ mode: 'default' })

/** Serves the build like the web view; returns the calls that it makes. */
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

/** Signs in at the issuer in the system's browser; the claimed link at the end is passed to the application. */
async function enterApp(page: Page, device: Device, email: string, home = '/vno'): Promise<void> {
  await page.goto(`${view}/login`)
  await page.getByRole('button', { name: 'Entrar' }).click()
  const opened = () => device.asked.find((word) => word.startsWith('Browser.open '))
  await expect.poll(opened).toBeDefined()
  // Behind the browser the login page waits.
  await expect(page).toHaveURL(`${view}/login`)
  const browser = await page.context().newPage()
  await browser.goto(opened()?.split(' ')[1] ?? '')
  await browser.getByLabel('Correo electrónico').fill(email)
  await browser.getByLabel('Contraseña', { exact: true }).fill(password)
  await browser.getByRole('button', { name: 'Entrar' }).click()
  await browser.waitForURL(`${address}/oauth/native?*`)
  const link = browser.url()
  await browser.close()
  // Links that another application could send: with a repeated parameter, and of another host.
  await device.fire(page, 'App', 'appUrlOpen', { url: `${link}&code=x` })
  await device.fire(page, 'App', 'appUrlOpen', { url: link.replace('/oauth/native', '/oauth/native/x') })
  await expect(page).toHaveURL(`${view}/login`)
  await device.fire(page, 'App', 'appUrlOpen', { url: link })
  await expect(page).toHaveURL(`${view}${home}`)
  await expect.poll(() => device.asked).toContain('Browser.close')
}

/** All storage of the web view, which backups and other programs can read. */
const keptInView = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

test('the sign-in has a bearer token, in the vault, and no cookie', async ({ page, context, device, built }) => {
  const asked = await openView(context, built)
  await enterApp(page, device, 'admin@norte.test')
  const account = page.getByRole('button', { name: 'Tu cuenta: Marta Soler Ibáñez' })
  await expect(account).toBeVisible()
  const token = device.vault.get('hilo_authToken') ?? ''
  expect(token).toMatch(/^[\w-]{40,}$/)
  expect(device.vault.get('hilo_userInfo')).toContain('admin@norte.test')
  const kept = await keptInView(page)
  expect(kept).not.toContain(token)
  expect(kept).not.toContain('admin@norte.test')
  expect(await page.evaluate(() => document.cookie)).toBe('')
  // The live stream has the bearer, as every call.
  const live = page.waitForResponse((response) => response.url().endsWith('/api/v1/stream') && response.ok())
  await page.reload()
  await expect(account).toBeVisible()
  await live
  for (const request of asked) {
    const headers = await request.allHeaders()
    expect(headers['apiaf'], request.url()).toMatch(/^android\/1\.0\.19\/[\w-]{36}$/)
    expect(headers['cookie'], request.url()).toBeUndefined()
  }
  const own = asked.filter((request) => /admin_vno|stream/.test(request.url()))
  expect(own.length).toBeGreaterThan(1)
  for (const request of own) {
    const headers = await request.allHeaders()
    expect(headers['authorization']).toBe(`Bearer ${token}`)
    expect(headers['account_type']).toBe('va')
  }
  expect((await context.cookies()).filter(({ name }) => name.endsWith('hilo_session'))).toEqual([])
})

test('an unreadable vault signs out; a reinstallation inherits nothing', async ({ page, context, device, built }) => {
  await openView(context, built)
  await enterApp(page, device, 'gestor@norte.test')
  device.locked = true
  await page.goto(`${view}/vno/perfil`)
  await expect(page).toHaveURL(`${view}/login?return_to_url=%2Fvno%2Fperfil`)
  device.locked = false
  device.preferences.clear()
  await page.goto(`${view}/vno/perfil`)
  await expect(page).toHaveURL(`${view}/login?return_to_url=%2Fvno%2Fperfil`)
  await expect.poll(() => [...device.vault.keys()].filter((key) => key === 'hilo_authToken')).toEqual([])
})

test('a code waits in the vault; a sign-in without one forgets it', async ({ page, context, device, built }) => {
  await openView(context, built)
  const code = 'ABCDE-FGHJK-MNPQR-STVWX'
  const record = {
    ...{ purpose: 'link', kind: 'technician', email: null, name: 'Marta Ruiz', operator: 'ORBITA', role: 'Técnico' },
    ...{ contractor: null, invited_by: null, expires_at: '2026-12-01T12:00:00.000Z', own_password: false },
  }
  await context.route('**/account/invitation/get.json', async (route) => {
    // The server's own answer, with the headers that the view's origin needs.
    const answer = await route.fetch()
    await route.fulfill({ response: answer, status: 200, json: { record } })
  })
  await page.goto(`${view}/codigo`)
  await page.getByLabel(say('code.code')).fill(code)
  await page.getByRole('button', { name: say('code.go') }).click()
  await page.getByRole('button', { name: say('login.enter_company') }).click()
  await expect(page).toHaveURL(`${view}/login`)
  const kept = () => [...device.vault.values()].some((value) => value.includes(code))
  expect(kept()).toBe(true)
  expect(await keptInView(page)).not.toContain(code)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect.poll(kept).toBe(false)
})

test('field storage is in files; the back button never leads out', async ({ page, context, device, built }) => {
  await openView(context, built)
  await enterApp(page, device, 'tecnico@norte.test', '/tecnico')
  await expect
    .poll(() => [...device.files.keys()].some((path) => /^hilo-field\/changes\/\d+\.json$/.test(path)))
    .toBe(true)
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain(
    'hilo-field',
  )
  await page.getByRole('link', { name: 'Pendientes' }).click()
  await expect(page).not.toHaveURL(`${view}/tecnico`)
  await device.fire(page, 'App', 'backButton', { canGoBack: true })
  await expect(page).toHaveURL(`${view}/tecnico`)
  await page.getByRole('button', { name: 'Más' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await device.fire(page, 'App', 'backButton', { canGoBack: true })
  await expect(page.getByRole('dialog')).toBeHidden()
  await device.fire(page, 'App', 'backButton', { canGoBack: true })
  await expect.poll(() => device.asked).toContain('App.minimizeApp')
  await expect(page).toHaveURL(`${view}/tecnico`)
})

test('a newer version: from the store, or the page that is named', async ({ page, context, device, built, db }) => {
  const store = 'https://tienda.prueba/hilo'
  await openView(context, built)
  await enterApp(page, device, 'gestor@norte.test')
  await db.owner.query(
    "insert into app_release (platform, version, mandatory, store_url) values ('android', '9.9', false, $1)",
    [store],
  )
  try {
    await page.reload()
    const now = page.getByRole('alertdialog').getByRole('button', { name: 'Actualizar' })
    await now.click()
    await expect.poll(() => device.asked.at(-1)).toBe('AppUpdate.openAppStore')
    device.storeless = true
    await now.click()
    await expect.poll(() => device.asked.at(-1)).toBe(`Browser.open ${store}`)
  } finally {
    await db.owner.query("delete from app_release where version = '9.9'")
  }
})

test.describe('a token that has ended', () => {
  test.use({ provoked: /status of 401/ })
  test('resets the application: login page, no token, way back', async ({ page, context, device, built, db }) => {
    await openView(context, built)
    await enterApp(page, device, 'gestor@norte.test')
    const info = json<{ user: { id: number } }>(device.vault.get('hilo_userInfo') ?? null)
    await db.owner.query("update session set revoked_at = now() where user_id = $1 and channel = 'android'", [
      info.user.id,
    ])
    await page.goto(`${view}/vno/perfil?x=1`)
    await expect(page).toHaveURL(`${view}/login?return_to_url=%2Fvno%2Fperfil%3Fx%3D1`)
    await expect.poll(() => device.vault.has('hilo_authToken')).toBe(false)
  })
})
