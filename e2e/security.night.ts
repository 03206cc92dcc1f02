/** A hostile page on another origin (S24), hostile texts in stored data (S28), content security policy (S26). */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Request } from '@playwright/test'
import { insert, makeAdmin, makeTechnician, makeVno } from '../server/test/factories.ts'
import { makeCto, makeEvent } from '../server/test/plant-factories.ts'
import { expect, test } from './fixtures.ts'
import { openList } from './list-page.ts'
import { address } from './place.ts'
import { quiet } from './quiet.ts'

/** Another port of the same host is the same site to a browser, so even SameSite cookies are sent. */
async function hostilePage(html: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, server }
}

const api = `${address}/api/v1`
const config = JSON.stringify({ list: 'admin_vno/ports/get', config: { columns: [] } })
const attack = `<!doctype html><meta charset=utf-8><title>x</title>
<iframe name=sink></iframe>
<form id=one target=sink method=post enctype=multipart/form-data action="${api}/admin_vno/sessions/revoke.json">
<input name=query value='{"client_request_id":"018f0000-0000-7000-8000-000000000001"}'></form>
<form id=two target=sink method=post enctype=text/plain action="${api}/admin_vno/uiconfig/save.json">
<input name='{"query":${config}, "x":"' value='"}'></form>
<form id=three target=sink method=post action="${api}/admin_vno/uiconfig/save.json"><input name=query value='${config}'></form>
<img src="${api}/account/logout.json?account_type=va"><script>
const body = () => { const form = new FormData(); form.set('query', ${JSON.stringify(config)}); return form }
const all = ['omit', 'include'].map((credentials) =>
  fetch('${api}/admin_vno/uiconfig/save.json', { method: 'POST', mode: 'no-cors', credentials, body: body() }))
all.push(fetch('${api}/account/logout.json?account_type=va', { mode: 'no-cors', credentials: 'include' }))
all.push(fetch('${api}/account/check_login.json', { credentials: 'include' }).then((r) => r.text()).then((t) => document.body.append('READ ' + t)))
const sink = document.querySelector('iframe')
const sent = (id) => new Promise((done) => { sink.onload = done; document.getElementById(id).submit() })
Promise.allSettled(all).then(() => sent('one')).then(() => sent('two')).then(() => sent('three'))
  .then(() => { document.title = 'done' })
</script>`

test.describe('S24 a page of another port', () => {
  // The hostile page may neither read nor frame us: the browser reports it.
  test.use({ provoked: /CORS|ERR_|status of 40\d|frame|X-Frame|blocked|CSP/ })
  test('sends the signed-in person’s cookie and has no effect', async ({ page, db, enter }) => {
    const account = await makeAdmin(db)
    const session = await enter(account)
    const { url, server } = await hostilePage(attack)
    const asked: Request[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(api)) asked.push(request)
    })
    await page.goto(url)
    await expect(page).toHaveTitle('done')
    await expect(page.getByText('READ')).toBeHidden()
    server.close()
    server.closeAllConnections()
    const sent = await Promise.all(
      asked.map(async (request) => ({
        status: (await request.response())?.status(),
        headers: await request.allHeaders(),
      })),
    )
    const withCookie = sent.filter(({ headers }) => headers['cookie']?.includes(session.token))
    // For requests blocked later the browser shows no headers: the three forms remain.
    expect(withCookie.length, 'the browser did send the cookie').toBe(3)
    expect(new Set(withCookie.map(({ status }) => status))).toEqual(new Set([403]))
    const { rows } = await db.owner.query<{ revoked_at: Date | null }>('select revoked_at from session where id = $1', [
      session.id,
    ])
    expect(rows[0]?.revoked_at).toBeNull()
    const saved = await db.owner.query('select 1 from ui_config where user_id = $1', [account.user_id])
    expect(saved.rowCount).toBe(0)
    await page.goto('/vno')
    await expect(page.getByRole('button', { name: `Tu cuenta: ${account.name}` })).toBeVisible()
  })
})

const payloads = [
  '<script>window.hurt=1</script>',
  '<img src=x onerror=window.hurt=1>',
  '"><svg onload=window.hurt=1>',
  "'-window.hurt=1-'",
  '{{constructor.constructor("window.hurt=1")()}}',
  '${window.hurt=1}',
  '=HYPERLINK("javascript:window.hurt=1")',
  'javascript:window.hurt=1',
]

test('S28 stored texts never run, on any screen', async ({ page, db, enter }) => {
  const hurt: string[] = []
  page.on('dialog', (dialog) => {
    hurt.push(dialog.message())
    void dialog.dismiss()
  })
  const [first = '', second = '', third = ''] = payloads
  const vno = await makeVno(db, { name: first })
  const account = await makeAdmin(db, { vno, name: second })
  const technician = await makeTechnician(db, { vno, name: third })
  for (const [index, text] of payloads.entries()) {
    const cto = await makeCto(db, {
      street: text,
      municipality: text,
      province: text,
      access_notes: text,
      street_number: text.slice(0, 8),
    })
    const error = { code: text, text }
    await makeEvent(db, { technician, cto, process_state: 1, error, code: `INT-XSS-${account.user_id}-${index}` })
    await insert(db, 'session', {
      token_hash: Buffer.from(`${account.user_id}-${index}-xss`.padEnd(32, 'x')),
      user_id: account.user_id,
      account_type: 'va',
      account_id: account.id,
      channel: 'web',
      user_agent: text,
      address: text,
      idle_limit: '30 minutes',
      expires_at: new Date(Date.now() + 3_600_000),
    })
  }
  await enter(account)
  const { rows } = await db.owner.query<{ id: number; cto_id: number }>(
    'select id, cto_id from event where vno_id = $1 order by id',
    [vno.id],
  )
  await openList(page, '/vno/intervenciones?vista=todas')
  await expect(page.getByRole('grid')).toContainText('INT-XSS')
  const places = [
    '/vno',
    '/vno/perfil',
    ...rows
      .slice(0, 3)
      .flatMap(({ id, cto_id: cto }) => [
        `/vno/intervenciones?vista=todas&abierto=${id}`,
        `/vno/ctos?abierto=${cto}`,
        `/vno/ctos/${cto}`,
        `/vno/intervenciones/${id}`,
      ]),
  ]
  for (const place of places) {
    await page.goto(place)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await quiet(page)
    expect(await page.evaluate(() => 'hurt' in window), place).toBe(false)
    expect(await page.locator('img[onerror], svg[onload], a[href^="javascript:"]').count(), place).toBe(0)
  }
  await expect(page.getByRole('button', { name: `Tu cuenta: ${second}` })).toBeVisible()
  expect(hurt).toEqual([])
})

test('S28 a text in the address never runs', async ({ page, enter }) => {
  await enter('admin@norte.test')
  for (const text of payloads) {
    await page.goto(
      `/vno/puertos?q=${encodeURIComponent(text)}&label=${encodeURIComponent(text)}&vista=${encodeURIComponent(text)}`,
    )
    await expect(page.getByRole('heading', { level: 1, name: 'Puertos' })).toBeVisible()
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
  }
})

test.describe('S26 the policy of the page', () => {
  test.use({ provoked: /CSP|Content Security Policy|TrustedScript|Trusted/ })
  test('runs no inline script and is in no frame', async ({ page, context }) => {
    const answer = await page.goto('/login')
    const policy = answer?.headers()['content-security-policy'] ?? ''
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    const told = page.waitForEvent('console', (message) => message.text().startsWith('CSP '))
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      try {
        script.textContent = 'window.hurt = 1'
        document.head.append(script)
      } catch {
        return 'refused'
      }
      return 'hurt' in window ? 'ran' : 'refused'
    })
    expect(ran).toBe('refused')
    // An error that other tests would fail on.
    await told
    const { url, server } = await hostilePage(`<iframe src="${address}/login"></iframe>`)
    const outside = await context.newPage()
    await outside.goto(url)
    const frame = outside.frames().find((one) => one !== outside.mainFrame())
    expect(await frame?.getByRole('button', { name: 'Entrar' }).count()).toBe(0)
    server.close()
    server.closeAllConnections()
  })
})
