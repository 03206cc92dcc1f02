/** The same box trials at a desk: by the operator of the work, and by the neighbour's. */
import type { Event } from '@hilo/contract/events/events.ts'
import { processState } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import {
  deskOf,
  drawing,
  look,
  nameAndGiveUp,
  readAtNeighbour,
  trials,
  word,
  type Eye,
  type Trial,
} from './box-trial.ts'
import { expect, heading, settle, test, type Field } from './field.ts'
import { say } from './text.ts'

const band = (page: Page, said: string) => page.getByRole('status').filter({ hasText: said })

const eyeOf = (page: Page): Eye => ({
  async seesCut(port) {
    await expect(band(page, say('event.band.dark_one', { ports: port }))).toBeVisible()
    await look(page, `cut-${port}-desk`)
  },
  seesBack: async () => await expect(band(page, say('event.band.working.con_cortes'))).toBeVisible(),
  seesTreeDown: async () => await expect(band(page, say('event.band.working.no_concluyente'))).toBeVisible(),
  seesCalm: async () =>
    await expect(page.getByRole('status').filter({ hasText: /Hay un vecino sin luz/ })).toHaveCount(0),
})

/** Opened for the technician by call; the desk does not need coverage or a phone. */
async function open(page: Page, field: Field, trial: Trial): Promise<Event> {
  await page.goto('/vno/intervenciones/nueva')
  const choose = async (key: string, typed: string) => {
    const box = page.getByRole('combobox', { name: say(key) })
    await box.fill(typed)
    await expect(page.getByRole('option').first()).toContainText(typed)
    await box.press('Enter')
  }
  await choose('event.new.box', field.box.label)
  await page
    .getByRole('group', { name: say('event.new.kind') })
    .getByText(say(`choice.work_kind.${trial.kind}`))
    .click()
  await choose('event.new.technician', field.technician.name)
  await page.getByRole('button', { name: say('event.new.open') }).click()
  await expect(page).toHaveURL(/\/vno\/intervenciones\/\d+$/)
  const id = Number(/(\d+)$/.exec(page.url())?.[1])
  return await field.until(id, ({ process_state }) => process_state === processState.is.created)
}

/** The page of the work, its report and its list row agree. */
async function readAtDesk(page: Page, field: Field, event: Event, trial: Trial, row: string): Promise<void> {
  const port = trial.port(field)
  const refused = say('event.band.dark_one', { ports: port })
  const closed = say(
    trial.verdict === 'con_desconectados' ? 'verdict.con_desconectados_one' : `verdict.${trial.verdict}`,
  )
  await expect(heading(page, event.code)).toBeVisible()
  await expect(band(page, trial.closes ? closed : refused)).toBeVisible()
  await expect(drawing(page, trial.drawn).first()).toBeVisible()
  await look(page, `row${row}-desk`)

  await page.goto(`/vno/vecinos/informes/${event.id}`)
  await expect(heading(page, say('report.title'))).toBeVisible()
  await expect(page.getByText(closed)).toBeVisible()
  await expect(drawing(page, trial.drawn).last()).toBeVisible()
  const neighbour = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: String(port), exact: true }) })
  await expect(neighbour).toContainText(word(trial.class))
  await expect(page.getByText(say('report.code'), { exact: true })).toHaveCount(trial.code ? 1 : 0)
  await expect(page.getByText(say('report.edition', { edition: 2 }))).toBeVisible()
  await look(page, `row${row}-report`)

  await page.goto(`/vno/intervenciones?vista=todas&q=${event.code}`)
  const listed = page.getByRole('row').filter({ hasText: event.code })
  await expect(drawing(listed, trial.drawn)).toBeVisible()
}

for (const [row, trial] of Object.entries(trials))
  test(`row ${row}: ${trial.name}`, async ({ field, enter, another }) => {
    const port = trial.port(field)
    const page = await deskOf('admin@norte.test', enter, another)
    const sur = await deskOf('admin@sur.test', enter, another)
    await trial.before?.(field, port)
    const event = await open(page, field, trial)
    await trial.during(field, port, eyeOf(page), sur)
    if (trial.cancels) await nameAndGiveUp(field, event, port, processState.is.wronglyCancelled)
    else {
      await field.work(event)
      await field.ask('admin_vno/events/finalize', { event_id: event.id })
      await settle(field, event)
    }
    await readAtDesk(page, field, event, trial, row)
    await readAtNeighbour(sur, field, event, trial)
  })
