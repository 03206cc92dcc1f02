/** What happened at the box, as it is read: on the technician's phone, and at the desk of the neighbour's operator. */
import type { Event } from '@hilo/contract/events.ts'
import { processState } from '@hilo/domain/status.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'
import { askToFinalize, expect, heading, phone, settle, test, verdictPath, type Field } from './field.ts'
import { say } from './text.ts'
import { call } from './wire.ts'

test.use({ viewport: phone })
test.setTimeout(150_000)

type Enter = (who: string, context: BrowserContext) => Promise<unknown>
type Another = (options: object) => Promise<BrowserContext>
const word = (found: string) => say(`choice.neighbour_class.${found}`)
const pictures = process.env['HILO_TRIAL_PICTURES']

/** A picture of what is seen, where somebody asks for them. */
async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.screenshot({ path: `${pictures}/${name}-${scheme}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: null })
}

/** Somebody of the neighbours' operator. */
async function deskOf(enter: Enter, another: Another): Promise<Page> {
  const context = await another({ viewport: { width: 1440, height: 900 } })
  await enter('admin@sur.test', context)
  return await context.newPage()
}

/** Done, and asked to end. */
async function finish(page: Page, field: Field, event: Event): Promise<Event> {
  await field.work(event)
  await askToFinalize(page, field, event)
  const ended = await settle(field, event)
  await page.goto(verdictPath(event))
  return ended
}

/** The report as the neighbours' operator reads it, and whether the neighbour is among the disconnected. */
async function readAtDesk(
  desk: Page,
  field: Field,
  event: Event,
  said: { class: string; listed: boolean; row: string },
) {
  await desk.goto(`/vno/vecinos/informes/${event.id}`)
  await expect(desk.getByRole('heading', { level: 1, name: say('report.title') })).toBeVisible()
  await expect(desk.getByText(word(said.class)).first()).toBeVisible()
  await picture(desk, `${said.row}-desk`)
  await desk.goto('/vno/vecinos/desconectados')
  const listed = desk.getByRole('row').filter({ hasText: field.box.label })
  if (said.listed) await expect(listed.first()).toBeVisible()
  else {
    await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(listed).toHaveCount(0)
  }
}

const noCode = async (page: Page) => {
  await expect(page.getByText(say('tech.clean.code'), { exact: true })).toHaveCount(0)
}

test('row 1: a neighbour who was off comes on during the work and is unplugged: nobody leaves', async ({
  page,
  field,
  enter,
  another,
}) => {
  const [victim = 0] = field.box.sur
  await field.act({ action: 'power_off', port: victim })
  await field.pass(3600)
  const event = await field.open('mantenimiento')
  await field.act({ action: 'power_on', port: victim })
  await field.pass(60)
  await field.work(event)
  await askToFinalize(page, field, event)
  await field.act({ action: 'unplug', port: victim })
  const ended = await settle(field, event)
  expect(ended.process_state).toBe(processState.is.wronglyFinalized)
  await page.goto(verdictPath(event))
  await expect(heading(page, say('tech.not_clean.title'))).toBeVisible()
  await expect(page.getByText(say('tech.not_clean.dark_one', { ports: victim }))).toBeVisible()
  await picture(page, 'row1-phone')
  const desk = await deskOf(enter, another)
  await readAtDesk(desk, field, event, { class: 'desconectado', listed: true, row: 'row1' })
})

test('row 2: a customer of one’s own operator is unplugged and his port named: he stays a neighbour', async ({
  page,
  field,
}) => {
  const [victim = 0] = field.box.own
  const event = await field.open('alta')
  await field.act({ action: 'unplug', port: victim })
  const data = { port_number: victim, found: 'libre' }
  const query = { event_id: event.id, step: 'port_available', status: 'done', data } as const
  await expect(field.ask('admin_vno/events/step/save', query)).rejects.toThrow()
  await field.ask('admin_vno/events/cancel', { event_id: event.id, reason: 'Cliente ausente' })
  const { wronglyCancelled } = processState.is
  await expect(async () => {
    await field.pass(61)
    await wait(500)
    expect((await field.read(event.id)).process_state).toBe(wronglyCancelled)
  }).toPass({ timeout: 40_000 })
  await page.goto(verdictPath(event))
  await expect(page.getByText(new RegExp(`puerto ${victim}\\b`, 'i')).first()).toBeVisible()
  await noCode(page)
  await picture(page, 'row2-phone')
})

test('row 3: a neighbour’s operator changes his ONT during the work: nobody is blamed', async ({
  page,
  field,
  enter,
  another,
}) => {
  const [victim = 0] = field.box.sur
  const desk = await deskOf(enter, another)
  const event = await field.open('mantenimiento')
  const serial = `HWTC${String(Date.now()).slice(-8)}`
  const filter = { code: field.box.accesses[victim] ?? '' }
  const found = (await call(desk.request, 'admin_vno/accesses/get', { filter })) as { records: { id: number }[] }
  const change = { access_id: found.records[0]?.id ?? 0, new_serial: serial, reason: 'averia' } as const
  await call(desk.request, 'admin_vno/ont/deviceModification', change)
  await field.act({ action: 'power_off', port: victim })
  await field.pass(40)
  await field.act({ action: 'register_ont', port: victim, serial })
  await field.pass(20)
  const ended = await finish(page, field, event)
  expect(ended.process_state).not.toBe(processState.is.wronglyFinalized)
  await expect(heading(page, say('tech.verdict.limpia'))).toBeVisible()
  await expect(page.getByText(say('tech.clean.code'), { exact: true })).toBeVisible()
  await picture(page, 'row3-phone')
  await readAtDesk(desk, field, event, { class: 'igual', listed: false, row: 'row3' })
  await expect(desk.getByText(word('desconectado'))).toHaveCount(0)
})

test('row 4: unplugged while the tree is down: nobody is blamed, his operator has a case', async ({
  page,
  field,
  enter,
  another,
}) => {
  const [victim = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await field.pass(10)
  await field.act({ action: 'unplug' })
  await field.pass(60)
  await field.act({ action: 'unplug', port: victim })
  await field.pass(120)
  await field.act({ action: 'plug' })
  await field.pass(301)
  await finish(page, field, event)
  await expect(heading(page, say('tech.verdict.no_concluyente'))).toBeVisible()
  await expect(page.getByText(say('tech.clean.unsure_one', { ports: victim }))).toBeVisible()
  await noCode(page)
  await picture(page, 'row4-phone')
  const desk = await deskOf(enter, another)
  await readAtDesk(desk, field, event, { class: 'no_concluyente', listed: true, row: 'row4' })
})

test('row 11: a neighbour loses 4 dB: no code, his operator has a case', async ({ page, field, enter, another }) => {
  const [victim = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await field.act({ action: 'degrade', port: victim, db: 4 })
  await finish(page, field, event)
  await expect(heading(page, say('tech.verdict.degradada'))).toBeVisible()
  await noCode(page)
  await picture(page, 'row11-phone')
  const desk = await deskOf(enter, another)
  await readAtDesk(desk, field, event, { class: 'degradado', listed: true, row: 'row11' })
})

test('row 16: a neighbour is 107 s without light: amber, no code', async ({ page, field, enter, another }) => {
  const [victim = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await field.pass(5)
  await field.act({ action: 'unplug', port: victim })
  await field.pass(100)
  await field.act({ action: 'plug', port: victim })
  await field.pass(10)
  await finish(page, field, event)
  await expect(heading(page, say('tech.verdict.con_cortes'))).toBeVisible()
  await noCode(page)
  await picture(page, 'row16-phone')
  const desk = await deskOf(enter, another)
  await readAtDesk(desk, field, event, { class: 'corte_recuperado', listed: false, row: 'row16' })
})
