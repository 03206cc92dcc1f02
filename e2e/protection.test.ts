/** The protected intervention: done on the phone, watched from the desk, a neighbour cut and restored. */
import { processState } from '@hilo/domain/status.ts'
import { installation, open, walker } from './chaos/walk.ts'
import { askToFinalize, expect, heading, phone, settle, stepPath, test, verdictPath } from './field.ts'
import { press, say } from './text.ts'

test.use({ viewport: phone })

test('an installation on the phone: a neighbour cut for 20 s is reported', async ({ page, field, elsewhere }) => {
  const [, port = 0] = field.box.free
  const [victim = 0] = field.box.sur
  const serial = `HWTC${String(Date.now()).slice(-8)}`
  const walk = installation(field.box, `D46-${serial.slice(4)}`, serial)
  const go = walker(page, walk)
  await page.goto(`/tecnico/nueva?cto=${field.box.id}`)
  await open(page, walk)
  // With a slow answer it begins under the phone's own number.
  await expect(page).toHaveURL(/intervencion\/\d+\/initial$/)
  const id = Number(/intervencion\/(\d+)/.exec(page.url())?.[1])
  const desktop = await elsewhere('admin@norte.test')
  await desktop.goto(`/vno/intervenciones/${id}`)
  const { code } = await field.read(id)
  await expect(heading(desktop, code)).toBeVisible()
  await expect(desktop.getByRole('status').filter({ hasText: say('event.band.working.limpia') })).toBeVisible()

  await go('power.picture.meter')
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
  await go('cto_enrollment.label_read')
  await field.act({ action: 'register_ont', port, serial })
  await go()
  await settle(field, { id })
  await expect(page.getByText(say('tech.clean.no_code'))).toBeVisible()
  await desktop.getByRole('link', { name: say('event.report') }).click()
  await expect(desktop.getByRole('heading', { level: 1, name: say('report.title') })).toBeVisible()
})

test('not restored: no closing, own parts only, no permission hides it', async ({ page, field, elsewhere }) => {
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

  const norte = await elsewhere('admin@norte.test')
  await norte.goto('/vno')
  const waiting = norte.getByRole('listitem').filter({ hasText: event.code })
  await waiting.getByRole('link', { name: new RegExp(`Puerto ${victim} sin luz`) }).click()
  await expect(heading(norte, event.code)).toBeVisible()
  await expect(norte.getByText('El conector está roto y no tengo otro').first()).toBeVisible()

  const sur = await elsewhere('admin@sur.test')
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
