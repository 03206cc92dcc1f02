/** Pictures and sentences of one work agree everywhere: list, request, controls, small screen. */
import type { Event } from '@hilo/contract/events/events.ts'
import type { Locator, Page } from '@playwright/test'
import { drawing, look } from './box-trial.ts'
import { askToFinalize, expect, heading, phone, settle, test, verdictPath, type Field } from './field.ts'
import { say } from './text.ts'

test.use({ viewport: phone })

async function close(page: Page, field: Field, event: Event): Promise<void> {
  await field.work(event)
  await askToFinalize(page, field, event)
  await settle(field, event)
}
const listPath = ({ code }: Event) => `/vno/intervenciones?vista=todas&q=${code}`
const rowOf = (page: Page, event: Event) => page.getByRole('row').filter({ hasText: event.code })

/** No code, figure with unit, or port with number is broken over two lines. */
async function isWhole(place: Locator, piece: RegExp): Promise<void> {
  const lines = await place.evaluate((root, source) => {
    const found: number[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const match of (node.textContent ?? '').matchAll(new RegExp(source, 'gu'))) {
        const range = document.createRange()
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        found.push(new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size)
      }
    return found
  }, piece.source)
  expect(lines.length, 'there is something to break').toBeGreaterThan(0)
  expect(Math.max(...lines)).toBe(1)
}

test('a port dark before the work is no alarm, in list and in report', async ({ page, field, elsewhere }) => {
  const [port = 0] = field.box.sur
  await field.act({ action: 'unplug', port })
  await field.pass(3600)
  const event = await field.open('mantenimiento')
  const desk = await elsewhere('admin@norte.test')
  const before = /3 en línea.*1 ya sin luz antes/
  await desk.goto(listPath(event))
  await expect(drawing(rowOf(desk, event), before)).toBeVisible()
  await page.goto('/tecnico/vecinos')
  await expect(page.getByText(say('neighbours.dark_before.sentence_one', { ports: port }))).toBeVisible()
  await close(page, field, event)
  await expect(heading(page, say('tech.verdict.limpia'))).toBeVisible()
  await expect(page.getByText(say('neighbours.dark_before.sentence_one', { ports: port }))).toBeVisible()
  await desk.goto(listPath(event))
  await expect(drawing(rowOf(desk, event), before)).toBeVisible()
  await desk.goto(`/vno/vecinos/informes/${event.id}`)
  await expect(drawing(desk, before)).toHaveCount(2)
})

test('a request that is over shows the box of its intervention', async ({ page, field, elsewhere }) => {
  const event = await field.open('mantenimiento')
  await close(page, field, event)
  const desk = await elsewhere('admin@norte.test')
  await desk.goto('/vno/finalizaciones?vista=todas')
  await rowOf(desk, event).first().click()
  await expect(drawing(desk, /Caja .*4 en línea/)).toBeVisible()
  await expect(desk.getByText(say('list.events.unread'))).toHaveCount(0)
  await look(desk, 'request-desk')
})

test('report and phone show the findings beside the closing picture', async ({ page, field, elsewhere }) => {
  const [port = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await close(page, field, event)
  const controls = async (count: number) =>
    await expect(async () => {
      const answer = await field.ask('admin_vno/neighbors/persistedqualityreport', { event_id: event.id })
      expect((answer as { record: { controls: unknown[] } }).record.controls).toHaveLength(count)
    }).toPass({ timeout: 120_000 })
  await field.pass(15 * 60 + 5)
  await controls(1)
  await field.act({ action: 'degrade', port, db: 6 })
  await field.pass(86_400)
  await controls(2)

  const found = say('report.control.found_one', { ports: `${port} (degradado)` })
  await page.goto(verdictPath(event))
  await expect(page.getByText(say('report.control.same'))).toBeVisible()
  await expect(page.getByText(found)).toBeVisible()
  await expect(page.getByText(say('tech.clean.withdrawn'), { exact: true })).toBeVisible()
  await look(page, 'controls-phone')
  const desk = await elsewhere('admin@norte.test')
  await desk.goto(`/vno/vecinos/informes/${event.id}`)
  await expect(desk.getByRole('heading', { level: 2, name: say('report.controls') })).toBeVisible()
  await expect(desk.getByText(found).first()).toBeVisible()
  await expect(desk.getByText(say('report.control.same'))).toBeVisible()
  await look(desk, 'controls-report')
})

test('small screens break no code at its hyphen, no figure at its unit', async ({ page, field, elsewhere }) => {
  const event = await field.open('mantenimiento')
  await close(page, field, event)
  await expect(heading(page, say('tech.verdict.limpia'))).toBeVisible()
  await isWhole(page.getByRole('group', { name: say('tech.clean.proof') }), /24.h|15.min/)
  const small = await elsewhere('admin@norte.test', { viewport: phone })
  await small.goto(`/vno/intervenciones/${event.id}`)
  const band = small.getByRole('status').filter({ hasText: 'Código de descarga' })
  await expect(band).toBeVisible()
  for (const width of [390, 360, 340, 320]) {
    await small.setViewportSize({ width, height: 844 })
    await isWhole(band, /[A-Z0-9]{4}-[A-Z0-9]{4}/)
  }
  await look(small, 'code-phone')
})
