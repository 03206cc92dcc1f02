/** A gateway answers in place of the server (502, 504, 520, HTML): each change takes effect once and reads are retried. */
import type { Page } from '@playwright/test'
import type { Fault } from './chaos/proxy.ts'
import { arrived, doAct, phone, start, test as base } from './chaos/chaos.ts'
import { hurry } from './chaos/device.ts'
import { expect } from './field.ts'
import type { Served } from './fixtures.ts'
import { press, say } from './text.ts'

const test = base.extend({ serviceWorkers: 'block' })
test.use({ provoked: /status of (?:4|5)\d\d|ERR_/ })

const html = { 'content-type': 'text/html; charset=utf-8' }
const json = { 'content-type': 'application/json; charset=utf-8' }
const page502 = '<html><head><title>502 Bad Gateway</title></head><body><center>nginx</center></body></html>'
const said = (status: number, headers: Record<string, string>, body: (own: string) => string): Fault => ({
  kind: 'instead',
  status,
  headers,
  body,
})
const lost = said(502, html, () => page502)
/** Replaced answers seen in practice, each after the server has committed. */
const answers: Record<string, Fault> = {
  '502 as a page': lost,
  '504 without a body': said(504, {}, () => ''),
  '520 as text': said(520, { 'content-type': 'text/plain' }, () => 'error code: 520'),
  '526 as JSON of somebody else': said(526, json, () => '{"status":526,"error":"Invalid SSL certificate"}'),
  '503 that names a time': said(503, { ...html, 'retry-after': '1' }, () => page502),
  '499 without a body': said(499, {}, () => ''),
  '403 as a page': said(403, html, () => '<h1>Forbidden</h1>'),
  'a page to sign in to the network': said(200, html, () => '<!doctype html><title>Wifi gratis</title>'),
  'half of the answer': said(200, json, (own) => own.slice(0, own.length / 2)),
  'an empty answer': said(200, json, () => ''),
  'an answer of no content': said(204, {}, () => ''),
}
const creates = /notes\/create\.json$/

const notes = (page: Page) => page.getByRole('region', { name: say('notes.title') })
const problem = (page: Page) => notes(page).getByRole('alert')

async function write(page: Page, words: string): Promise<void> {
  await notes(page).getByLabel(say('notes.new')).fill(words)
  await press(notes(page), 'notes.add')
}

async function countOf(db: Served, words: string): Promise<number> {
  const { rows } = await db.owner.query<{ n: number }>('select count(*)::int as n from note where text = $1', [words])
  return rows[0]?.n ?? 0
}

test.describe('at the desk', () => {
  test.beforeEach(async ({ page, field, enter }) => {
    const { id } = await field.open('mantenimiento')
    await enter('admin@norte.test')
    await page.goto(`/vno/intervenciones/${id}`)
    await expect(notes(page).getByText(say('notes.none'))).toBeVisible()
  })

  test('a change whose answer was replaced is retried with its own request id', async ({ page, net, db }) => {
    for (const [name, fault] of Object.entries(answers)) {
      await test.step(name, async () => {
        const words = `Aviso tras ${name}`
        const { hits } = net.fail(creates, fault)
        await write(page, words)
        await expect(notes(page).getByLabel(say('notes.new'))).toHaveValue('')
        await expect(notes(page).getByRole('listitem').filter({ hasText: words })).toHaveCount(1)
        expect(hits).toHaveLength(1)
        expect(await countOf(db, words)).toBe(1)
      })
    }
  })

  test('repeated after a reload and in another tab it is the same change', async ({ page, context, net, db }) => {
    const words = 'La llave la tiene el conserje'
    const before = net.fail(creates, lost, { times: 99 })
    await write(page, words)
    await expect(problem(page)).toHaveText(say('problem.GATEWAY_ANSWER'), { timeout: 120_000 })
    await press(notes(page), 'notes.add')
    await expect.poll(() => before.hits.length).toBeGreaterThan(4)
    await page.reload()
    await write(page, words)
    await expect(problem(page)).toHaveText(say('problem.GATEWAY_ANSWER'), { timeout: 120_000 })
    const other = await context.newPage()
    await other.goto(page.url())
    await write(other, words)
    await expect(problem(other)).toHaveText(say('problem.GATEWAY_ANSWER'), { timeout: 120_000 })
    net.clear()
    await write(other, words)
    await expect(notes(other).getByLabel(say('notes.new'))).toHaveValue('')
    expect(await countOf(db, words)).toBe(1)
    // The first one was answered: the same text again is another note.
    await write(other, words)
    await expect(notes(other).getByLabel(say('notes.new'))).toHaveValue('')
    await expect(notes(other).getByRole('listitem').filter({ hasText: words })).toHaveCount(2)
    expect(await countOf(db, words)).toBe(2)
  })

  test('a gateway’s refusal by size is reported as such, and no input is lost', async ({ page, net, db }) => {
    const words = 'Con un adjunto enorme'
    net.fail(creates, { kind: 'before', status: 413, headers: html, body: '<h1>413 Request Entity Too Large</h1>' })
    await write(page, words)
    await expect(problem(page)).toHaveText(say('problem.GATEWAY_TOO_LARGE'))
    await expect(notes(page).getByLabel(say('notes.new'))).toHaveValue(words)
    expect(await countOf(db, words)).toBe(0)
  })

  test('reads are retried', async ({ page, net }) => {
    for (const [name, fault] of Object.entries(answers)) {
      await test.step(name, async () => {
        const { hits } = net.fail(/ctos\/get\.json$/, fault, { times: 2 })
        await page.goto('/vno/ctos')
        await expect(page.getByRole('row').nth(2)).toBeVisible()
        await expect.poll(() => hits.length).toBeGreaterThan(0)
        net.clear()
      })
    }
  })
})

test.describe('in the street', () => {
  test.use({ viewport: phone, serviceWorkers: 'allow' })

  test('each change of an intervention arrives once, whatever answers it', async ({ page, net, field, db }) => {
    const faults = Object.values(answers)
    for (const [at, path] of [/events\/create\.json$/, /step\/save\.json$/, /pictures\/upload\.json$/].entries())
      faults.slice(at * 3, at * 3 + 5).forEach((fault) => net.fail(path, fault))
    net.fail(/events\/finalize\.json$/, lost)
    const { walk, ledger } = await start(page, field)
    for (const act of walk.acts) {
      await doAct(page, act, ledger)
      await hurry(page)
    }
    await arrived(page, ledger, field, db)
  })
})
