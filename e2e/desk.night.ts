/** The protected intervention at the desk: the day's figures, an intervention from opening to report, a live alarm. */
import { portState } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { serious } from './axe.ts'
import { expect, test, type Owner } from './fixtures.ts'
import { nodes } from './list-page.ts'
import { still } from './screen-checks.ts'
import { say } from './text.ts'
import { call } from './wire.ts'

/** A box without open work, all of whose customers answer, some of them of other operators. */
const quietBox = `select c.code, c.label, array_agg(p.number order by p.number) as ports
  from cto c join port p on p.cto_id = c.id and p.state = 3
  join port_assignment a on a.port_id = p.id and a.ended_at is null and a.ont_state = 'online'
    and a.vno_id <> (select vno_id from vno_admin_account x join app_user u on u.id = x.user_id where u.email = 'admin@norte.test')
  where not exists (select from port_assignment b join port q on q.id = b.port_id
      where q.cto_id = c.id and b.ended_at is null and b.ont_state <> 'online')
    and not exists (select from port q where q.cto_id = c.id and q.state = ${portState.is.pendiente_revision})
    and not exists (select from event e where e.cto_id = c.id and e.type = 1 and e.process_state in (2, 4, 6, 8, 9, 10))
  group by c.id having count(*) >= 2 order by c.id limit 1`
interface Box {
  code: string
  label: string
  ports: number[]
}

async function boxOf(db: Owner): Promise<Box> {
  const { rows } = await db.owner.query<Box>(quietBox)
  const [box] = rows
  if (!box) throw new Error('the demonstration has no quiet box left')
  return box
}

interface Answer {
  record: { id: number }
  records: { id: number; cto_id: number }[]
}
const ask = (page: Page, path: string, query: object) => call<Answer>(page.request, path, query)

/** Opens an intervention by call and goes to its page. */
async function openIn(page: Page, box: Box): Promise<number> {
  const { record } = await ask(page, 'admin_vno/events/create', { cto_code: box.code, work_kind: 'mantenimiento' })
  await page.goto(`/vno/intervenciones/${record.id}`)
  await expect(page.getByText(say('event.band.working.limpia'))).toBeVisible({ timeout: 300_000 })
  return record.id
}

/** In the current colour scheme, and in the other one. */
async function seriousFindings(page: Page): Promise<string[]> {
  const light = await serious(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark')
  // No colours in transition.
  await still(page)
  const dark = await serious(page)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark]
}

test('the day: figures, pending work, open interventions', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hoy,')
  const figures = page.getByRole('main').getByRole('link', { name: say('home.figure.opened') })
  await expect(figures.first()).toContainText(/\d/)
  const waiting = page.getByRole('region', { name: say('home.todo'), exact: true })
  await expect(waiting.getByRole('listitem').first()).toBeVisible()
  const plot = page.getByRole('group', { name: say('home.days') })
  await expect(plot).toBeVisible()
  await page.getByRole('button', { name: say('home.period.mes') }).click()
  await expect(page).toHaveURL(/periodo=mes/)
  await page.reload()
  await expect(page.getByRole('button', { name: say('home.period.mes') })).toHaveAttribute('aria-pressed', 'true')
  const open = page.getByRole('region', { name: say('home.open'), exact: true })
  await open.getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/vno\/intervenciones\/\d+$/)
})

test('opening an intervention with the keyboard only, up to its first reading', async ({ page, enter, db }) => {
  const box = await boxOf(db)
  await enter('admin@norte.test')
  await page.goto('/vno/intervenciones')
  await page.getByRole('link', { name: say('event.new') }).click()
  const submit = page.getByRole('button', { name: say('event.new.open') })
  await submit.press('Enter')
  await expect(page.getByText(say('event.new.boxMissing'))).toBeVisible()
  const field = page.getByRole('combobox', { name: say('event.new.box') })
  await field.fill(box.label)
  await expect(page.getByRole('option').first()).toContainText(box.code)
  await field.press('Enter')
  await expect(
    page.getByRole('listbox', { name: /16 puertos|8 puertos|24 puertos|32 puertos|4 puertos/ }),
  ).toBeVisible()
  await submit.press('Enter')
  await expect(page).toHaveURL(/\/vno\/intervenciones\/\d+$/)
  await expect(page.getByText(say('event.band.working.limpia'))).toBeVisible({ timeout: 300_000 })
  await expect(page.getByText(say('event.box.before'), { exact: true })).toBeVisible()
  expect(await nodes(page)).toBeLessThanOrEqual(800)
})

test('a neighbour goes dark and comes back while the page is open', async ({ page, enter, db }) => {
  const box = await boxOf(db)
  const port = box.ports[0] ?? 0
  await enter('admin@norte.test')
  await openIn(page, box)
  await ask(page, 'demo/plant/act', { action: 'unplug', cto_code: box.code, port })
  const alarm = page.getByText(say('event.band.dark_one', { ports: port }))
  await expect(alarm).toBeVisible({ timeout: 300_000 })
  await expect(page.getByText(/^Desconectado \d/)).toBeVisible()
  await expect(page.getByText(new RegExp(`^Puerto\\s${port} sin luz`))).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: say('event.box.changes') }).click()
  await expect(page).toHaveURL(/\?ver=cambios$/)
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: say('choice.neighbour_class.desconectado') })).toHaveCount(1)
  await page.goto('/vno')
  await expect(page.getByText(say('home.todo.alarm_one', { ports: port, box: box.label }))).toBeVisible()
  await page.goBack()
  await ask(page, 'demo/plant/act', { action: 'plug', cto_code: box.code, port })
  await expect(alarm).toBeHidden({ timeout: 300_000 })
  await expect(page.getByText(/(?:Microcorte|Corte recuperado) de .*puerto/).first()).toBeVisible()
})

test('cancelling asks for a reason, and leaves a report that prints on paper', async ({ page, enter, db }) => {
  const box = await boxOf(db)
  await enter('admin@norte.test')
  const id = await openIn(page, box)
  await page.getByRole('button', { name: say('event.act.cancel') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('reason.label')).fill('No')
  await dialog.getByRole('button', { name: say('event.act.cancel') }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel(say('reason.label')).fill('El cliente no está en casa')
  await dialog.getByRole('button', { name: say('event.act.cancel') }).click()
  await expect(page.getByText(say('verdict.limpia'))).toBeVisible({ timeout: 300_000 })
  await page.getByRole('link', { name: say('event.report') }).click()
  await expect(page).toHaveURL(`/vno/vecinos/informes/${id}`)
  await expect(page.getByRole('heading', { name: say('report.title') })).toBeVisible()
  await expect(page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: say('report.print') })).toBeHidden()
  await expect(page.getByRole('navigation', { name: say('menu.label') })).toBeHidden()
  await expect(page.getByRole('heading', { name: say('report.title') })).toBeVisible()
})

test('a note of work without an order is read and answered at the desk, with its file', async ({ page, enter, db }) => {
  const box = await boxOf(db)
  await enter('admin@norte.test')
  const event_id = await openIn(page, box)
  const notes = page.getByRole('region', { name: say('notes.title') })
  await expect(notes.getByText(say('notes.none'))).toBeVisible()
  await ask(page, 'admin_vno/notes/create', { event_id, text: 'La llave la tiene el conserje.' })
  await page.reload()
  await expect(notes.getByRole('listitem')).toContainText(['La llave la tiene el conserje.'])

  await notes.getByLabel(say('notes.new')).fill('Avisado el conserje.')
  const buffer = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
  await notes
    .getByLabel(say('notes.attach'))
    .setInputFiles({ name: 'horario.pdf', mimeType: 'application/pdf', buffer })
  await notes.getByRole('button', { name: say('notes.add') }).click()
  await expect(notes.getByRole('listitem')).toContainText(['Avisado el conserje.', 'La llave la tiene el conserje.'])
  const saved = page.waitForEvent('download')
  await notes.getByRole('button', { name: /\.pdf$/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/nota-.*\.pdf$/)
  expect(await seriousFindings(page)).toEqual([])
})

test('live state of any box', async ({ page, enter, db }) => {
  const box = await boxOf(db)
  await enter('admin@norte.test')
  await page.goto('/vno/vecinos')
  const field = page.getByRole('combobox', { name: say('neighbours.ask') })
  await field.fill(box.label)
  await page.getByRole('option').first().click()
  await expect(page.getByRole('img', { name: new RegExp(`^Caja ${box.label}`) })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`caja=${box.code}`))
  await expect(page.getByText(/^Leído hace/)).toBeVisible()
})

test('the chosen list of a box and days of its light are in the address', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno/ctos')
  const { records } = await ask(page, 'admin_vno/accesses/get', { filter: { state: 'activo' }, limit: 1 })
  const [access] = records
  await page.goto(`/vno/ctos/${access?.cto_id}`)
  const tab = page.getByRole('button', { name: say('list.drops.title'), exact: true })
  await tab.click()
  await expect(page).toHaveURL(/\?lista=acometidas$/)
  await page.reload()
  await expect(tab).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(page).toHaveURL(/\/vno\/ctos$/)

  await page.goto(`/vno/accesos/${access?.id}`)
  const week = page.getByRole('button', { name: say('power.period.7d') })
  await week.click()
  await expect(page).toHaveURL(/\?luz=7d$/)
  await page.reload()
  await expect(week).toHaveAttribute('aria-pressed', 'true')
})
