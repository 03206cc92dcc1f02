/** The protected intervention: done on the phone, watched from the desk, a neighbour cut and restored. */
import { processState } from '@hilo/domain/status.ts'
import type { BrowserContext, Page } from '@playwright/test'
import {
  askToFinalize,
  expect,
  heading,
  phone,
  photo,
  settle,
  stepPath,
  test,
  verdictPath,
  type Field,
} from './field.ts'
import { say } from './text.ts'

test.use({ viewport: phone })

const desk = { viewport: { width: 1440, height: 900 } }
const press = (page: Page, key: string) => page.getByRole('button', { name: say(key), exact: true }).click()
const write = (page: Page, key: string, value: string) => page.getByLabel(say(key), { exact: true }).fill(value)
const among = (page: Page, key: string) => page.getByRole('group', { name: say(key), exact: true })
const choose = (page: Page, field: string, option: string) =>
  among(page, field).getByText(option, { exact: true }).click()

/** If only the picture is missing, taking it also goes on. */
async function takePicture(page: Page, act: 'picture' | 'picture_on' | 'picture_end' = 'picture_on'): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  // The main button is last; the label's frame has another one.
  await page
    .getByRole('button', { name: say(`tech.act.${act}`), exact: true })
    .last()
    .click()
  await (await chooser).setFiles(await photo())
}

async function confirm(page: Page, next: string): Promise<void> {
  await press(page, 'tech.act.confirm')
  await expect(heading(page, next)).toBeVisible()
}

/** The steps up to the port's power, as a person does them. */
async function walkToPower(page: Page, { box }: Field, port: number): Promise<void> {
  await page.getByText(say('tech.prl.altura')).click()
  await page.getByText(say('tech.prl.tension')).click()
  await page.getByRole('button', { name: say('tech.field.cto_is', { label: box.label }) }).click()
  await confirm(page, say('tech.title.report'))
  await choose(page, 'tech.field.box', say('choice.box.cerrada'))
  await choose(page, 'tech.field.tidy', '4')
  await write(page, 'tech.field.free_ports_seen', '4')
  await choose(page, 'tech.field.loose_fibres', say('tech.no'))
  await takePicture(page)
  await expect(heading(page, say('tech.title.cto_access'))).toBeVisible()
  await choose(page, 'tech.field.method', say('choice.method.llave'))
  await choose(page, 'tech.field.connection_type', say('status.connection_type.preconnectorized'))
  await write(page, 'tech.field.minutes_access', '5')
  await confirm(page, say('tech.title.port_available'))
  await choose(page, 'tech.field.port_number', String(port))
  await choose(page, 'tech.field.found', say('choice.found.libre'))
  await confirm(page, say('tech.title.power_port', { port }))
}

async function walkToEnd(page: Page, { box }: Field, serial: string): Promise<void> {
  await write(page, 'tech.field.label_read', box.label)
  await takePicture(page)
  await expect(heading(page, say('tech.title.drop_enrollment'))).toBeVisible()
  await page.getByText(say('tech.drop_action.A')).click()
  await write(page, 'tech.field.drop_label_read', `D46-${serial.slice(4)}`)
  await write(page, 'tech.field.length_m', '40')
  await choose(page, 'tech.field.drop_type', say('choice.drop_type.interior'))
  await write(page, 'tech.field.fibre_no', '1')
  await takePicture(page)
  await expect(heading(page, say('tech.title.final_report'))).toBeVisible()
  await write(page, 'tech.field.ont_serial', serial)
  await typePower(page, '20,4')
  await choose(page, 'tech.field.speed_ok', say('tech.yes'))
  await choose(page, 'tech.field.customer_present', say('tech.yes'))
  await write(page, 'tech.field.minutes', '35')
  await takePicture(page, 'picture_end')
}

async function typePower(page: Page, figure: string): Promise<void> {
  const pad = page.getByRole('group', { name: say('tech.power.entry') }).last()
  for (const key of figure)
    await pad.getByRole('button', { name: key === ',' ? say('tech.power.comma') : key, exact: true }).click()
}

async function openDesk(
  enter: (who: string, context: BrowserContext) => Promise<unknown>,
  context: BrowserContext,
  who: string,
): Promise<Page> {
  await enter(who, context)
  return await context.newPage()
}

test('an installation on the phone: a neighbour is cut for 20 s or more, comes back, and the report says so', async ({
  page,
  field,
  enter,
  another,
}) => {
  const [port = 0] = field.box.free
  const [victim = 0] = field.box.sur
  const serial = `HWTC${String(Date.now()).slice(-8)}`
  await page.goto(`/tecnico/nueva?cto=${field.box.id}`)
  await choose(page, 'tech.new.kind', say('choice.work_kind.alta'))
  await press(page, 'tech.new.open')
  await expect(heading(page, say('tech.title.initial'))).toBeVisible()
  // With a slow answer it begins under the phone's own number.
  await expect(page).toHaveURL(/intervencion\/\d+\/initial$/)
  const id = Number(/intervencion\/(\d+)/.exec(page.url())?.[1])
  const desktop = await openDesk(enter, await another(desk), 'admin@norte.test')
  await desktop.goto(`/vno/intervenciones/${id}`)
  const { code } = await field.read(id)
  await expect(heading(desktop, code)).toBeVisible()
  await expect(desktop.getByRole('status').filter({ hasText: say('event.band.working.limpia') })).toBeVisible()

  await walkToPower(page, field, port)
  await typePower(page, '19,5')
  await field.act({ action: 'unplug', port: victim })
  const alarm = heading(page, say('tech.alarm.what_one', { ports: victim }))
  await expect(alarm).toBeVisible({ timeout: 120_000 })
  await expect(page.getByText(`${say('tech.row.top')}, ${say('tech.nth.3')} ${say('tech.edge.left')}.`)).toBeVisible()
  await expect(
    desktop.getByRole('status').filter({ hasText: say('event.band.dark_one', { ports: victim }) }),
  ).toBeVisible()
  await page.reload()
  await expect(alarm).toBeVisible()
  await page.goBack()
  await expect(alarm).toBeVisible()
  await field.pass(25)
  await field.act({ action: 'plug', port: victim })
  await press(page, 'tech.alarm.done')
  await expect(heading(page, say('tech.cleared.what_one', { ports: victim }))).toBeVisible({ timeout: 120_000 })
  await expect(page.getByText(/Queda anotado como (microcorte|corte recuperado)\./)).toBeVisible()
  await page.getByRole('button', { name: /^Seguir en / }).click()

  await page.goto(stepPath({ id }, 'power'))
  await takePicture(page, 'picture')
  await confirm(page, say('tech.title.cto_enrollment'))
  await field.act({ action: 'register_ont', port, serial })
  await walkToEnd(page, field, serial)
  await settle(field, { id })
  await expect(page.getByText(say('tech.clean.no_code'))).toBeVisible()
  await desktop.getByRole('link', { name: say('event.report') }).click()
  await expect(desktop.getByRole('heading', { level: 1, name: say('report.title') })).toBeVisible()
})

test('not restored: the work cannot be left, each operator sees its own part, and no permission hides it', async ({
  page,
  field,
  enter,
  another,
}) => {
  const [victim = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await field.work(event)
  await askToFinalize(page, field, event)
  await field.act({ action: 'unplug', port: victim })
  const refused = await settle(field, event)
  expect(refused.process_state).toBe(processState.is.wronglyFinalized)
  await expect(heading(page, say('tech.not_clean.title'))).toBeVisible()
  await expect(page.getByText(say('tech.not_clean.no_code'))).toBeVisible()
  await press(page, 'tech.permission')
  await page.getByLabel(say('tech.permission.reason')).fill('El conector está roto y no tengo otro')
  await press(page, 'tech.permission.ask')
  await expect(page.getByText(/^Permiso pedido a /)).toBeVisible()
  // Two minutes after the cut both operators are notified.
  await field.pass(60)

  const norte = await openDesk(enter, await another(desk), 'admin@norte.test')
  await norte.goto('/vno')
  const waiting = norte.getByRole('listitem').filter({ hasText: event.code })
  await waiting.getByRole('link', { name: new RegExp(`Puerto ${victim} sin luz`) }).click()
  await expect(heading(norte, event.code)).toBeVisible()
  await expect(norte.getByText('El conector está roto y no tengo otro').first()).toBeVisible()

  const sur = await openDesk(enter, await another(desk), 'admin@sur.test')
  const sides = [
    { side: norte, foreign: [...field.box.sur.map((port) => field.box.accesses[port] ?? ''), 'Marea Telecom'] },
    {
      side: sur,
      foreign: [...field.box.own.map((port) => field.box.accesses[port] ?? ''), field.technician.name, 'Órbita Fibra'],
    },
  ]
  for (const { side, foreign } of sides) {
    const seen: string[] = []
    side.on('response', (response) => {
      if (/neighbors|events/.test(response.url()))
        void response.text().then(
          (text) => seen.push(text),
          () => undefined,
        )
    })
    await side.goto('/vno/vecinos/desconectados')
    const row = side.getByRole('row').filter({ hasText: field.box.label })
    await expect(row).toBeVisible()
    await row.click()
    await expect(side.getByRole('heading', { level: 2, name: new RegExp(field.box.label) })).toBeVisible()
    seen.push(await side.getByRole('main').innerText())
    await side.goto(`/vno/vecinos/informes/${event.id}`)
    await expect(side.getByRole('heading', { level: 1, name: say('report.title') })).toBeVisible()
    seen.push(await side.getByRole('main').innerText())
    const readOf = () => seen.filter((text) => text.includes(field.box.code)).length
    await expect.poll(readOf, 'answers were read').toBeGreaterThan(2)
    for (const name of foreign)
      expect(
        seen.filter((text) => text.includes(name)).map((text) => text.slice(0, 600)),
        name,
      ).toEqual([])
  }

  await norte.goto(`/vno/intervenciones/${event.id}`)
  await norte.getByRole('button', { name: say('event.act.override') }).click()
  const dialog = norte.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Se repara mañana con otro equipo, cliente avisado')
  await dialog.getByRole('button', { name: say('event.act.override') }).click()
  await expect(async () => {
    await field.pass(31)
    const { process_state } = await field.read(event.id)
    expect([processState.is.finalized, processState.is.finalizedSync]).toContain(process_state)
  }).toPass({ intervals: [500], timeout: 120_000 })
  await page.goto(verdictPath(event))
  await expect(heading(page, say('tech.verdict.con_desconectados'))).toBeVisible()
  await expect(page.getByText(say('tech.clean.code'), { exact: true })).toHaveCount(0)
  await sur.goto(`/vno/vecinos/informes/${event.id}`)
  await expect(sur.getByText(say('choice.neighbour_class.desconectado')).first()).toBeVisible()
  for (const hidden of ['Se repara mañana', field.technician.name, 'Órbita'])
    await expect(sur.getByText(hidden)).toHaveCount(0)
  await sur.goto('/vno/vecinos/desconectados')
  await expect(sur.getByRole('row').filter({ hasText: field.box.label })).toBeVisible()
})

test('not restored, then restored: finalized again, without a code', async ({ page, field }) => {
  const [victim = 0] = field.box.own
  const event = await field.open('mantenimiento')
  await field.work(event)
  await askToFinalize(page, field, event)
  await field.act({ action: 'unplug', port: victim })
  await settle(field, event)
  await expect(heading(page, say('tech.not_clean.title'))).toBeVisible()
  // The alarm of the cut comes within seconds: before the verdict, or over it.
  const cleared = page.locator('dialog[data-kind="cleared"]')
  const goOn = () => cleared.getByRole('button').first().click({ timeout: 2000 })
  // It disappears once the work is closed.
  await page.addLocatorHandler(cleared, () => goOn().catch(() => undefined))
  await field.act({ action: 'plug', port: victim })
  await field.pass(15)
  await press(page, 'tech.not_clean.again')
  await settle(field, event)
  // Dark for 20 s or more: it closes without a code.
  await expect(page.getByText(say('tech.clean.no_code'))).toBeVisible()
  await expect(page.getByText(say('tech.proof.cut', { port: victim, word: 'corte recuperado' }))).toBeVisible()
})
