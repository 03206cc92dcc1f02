/** Every screen of the technician, in the order of a day's work. */
import { fieldSteps } from '@hilo/domain/status.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import type { Page } from '@playwright/test'
import { askToFinalize, expect, heading, settle, stepPath, verdictPath, type Field } from './field.ts'
import { atRest } from './screen-checks.ts'
import { say } from './text.ts'

/** Called when a screen has settled. */
export type Seen = (name: string) => Promise<void>

async function go(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await atRest(page)
}

const screens = ['', '/nueva', '/cto', '/vecinos', '/pendientes', '/historial'] as const

/** Before any work. */
export async function seeBefore(page: Page, field: Field, seen: Seen): Promise<void> {
  for (const path of screens) {
    await go(page, `/tecnico${path}`)
    await seen(path === '' ? 'hoy' : path.slice(1))
  }
  await go(page, `/tecnico/nueva?cto=${field.box.id}`)
  await seen('nueva-caja')
  await go(page, '/tecnico')
  await page.getByRole('button', { name: say('menu.more') }).click()
  await seen('mas')
}

const place = (page: Page, name: string) => page.locator(`[data-field="${name}"]`)

/** The eight steps, a good and a bad figure, a wrong label, and the tools beside them. */
export async function seeSteps(page: Page, field: Field, event: Event, seen: Seen): Promise<void> {
  await go(page, '/tecnico')
  await seen('hoy-en-curso')
  for (const step of fieldSteps) {
    await go(page, stepPath(event, step))
    await seen(`paso-${step}`)
  }
  await go(page, stepPath(event, 'power'))
  const type = async (figure: string) => {
    for (const key of figure) await place(page, 'power_dbm').getByRole('button', { name: key, exact: true }).click()
  }
  await type('19')
  await seen('potencia-bien')
  const back = place(page, 'power_dbm').getByRole('button', { name: say('tech.power.back'), exact: true })
  for (const _ of '19') await back.click()
  await type('29')
  await seen('potencia-mal')
  await go(page, stepPath(event, 'cto_enrollment'))
  const label = place(page, 'label_read').getByRole('textbox')
  await label.fill(field.box.label)
  await seen('etiqueta-bien')
  await label.fill(`${field.box.label.slice(0, -1)}X`)
  await seen('etiqueta-mal')
  await go(page, `/tecnico/vecinos/${field.box.code}`)
  await seen('vecinos-caja')
}

/** Without coverage, and with an operation that the server refuses. */
export async function seeOffline(page: Page, event: Event, seen: Seen): Promise<void> {
  const context = page.context()
  await go(page, stepPath(event, 'initial'))
  await page.getByText(say('tech.prl.altura')).click()
  await page.getByText(say('tech.prl.tension')).click()
  await place(page, 'cto_code_read').getByRole('textbox').fill(event.cto.code)
  await context.setOffline(true)
  await expect(page.getByText(say('tech.offline'))).toBeVisible()
  await seen('sin-cobertura')
  await page.getByRole('button', { name: say('tech.act.confirm') }).click()
  await expect(heading(page, say('tech.title.report'))).toBeVisible()
  await page.goBack()
  await atRest(page)
  await page.route('**/events/step/save.json', (route) =>
    route.fulfill({ status: 409, json: { error: 'EVENT_BAD_STATE', result: say('problem.EVENT_BAD_STATE'), msg: '' } }),
  )
  await context.setOffline(false)
  await go(page, '/tecnico/pendientes')
  await expect(page.getByText(say('tech.pending.mend')).first()).toBeVisible()
  await seen('pendientes-rechazado')
  await page.unroute('**/events/step/save.json')
}

/** A neighbour goes dark and has light again. */
export async function seeAlarm(page: Page, field: Field, event: Event, seen: Seen): Promise<void> {
  const [port = 0] = field.box.sur
  await go(page, stepPath(event, 'report'))
  await field.act({ action: 'unplug', port })
  await expect(heading(page, say('tech.alarm.what_one', { ports: port }))).toBeVisible()
  await seen('alarma')
  await field.act({ action: 'plug', port })
  await field.pass(10)
  await expect(heading(page, say('tech.cleared.what_one', { ports: port }))).toBeVisible()
  await seen('alarma-resuelta')
}

/** The end of a work, good or bad. */
export async function seeVerdict(page: Page, field: Field, good: boolean, seen: Seen): Promise<void> {
  const [port = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await field.work(event)
  await askToFinalize(page, field, event)
  await go(page, verdictPath(event))
  await seen('comprobando')
  if (!good) await field.act({ action: 'unplug', port })
  await settle(field, event)
  await go(page, verdictPath(event))
  const sign = good
    ? page.getByText(say('tech.clean.code'), { exact: true })
    : heading(page, say('tech.not_clean.title'))
  await expect(sign).toBeVisible()
  await seen(good ? 'veredicto' : 'veredicto-mal')
  await go(page, '/tecnico/historial')
  await seen('historial-con-algo')
}
