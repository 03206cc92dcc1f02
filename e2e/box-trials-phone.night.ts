/** The trials of a box as the technician reads them on the phone: alarm while the box is open, closing or its refusal, reasons. */
import { processState } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { deskOf, drawing, look, nameAndGiveUp, readAtNeighbour, trials, type Eye, type Trial } from './box-trial.ts'
import { askToFinalize, expect, heading, phone, settle, test, verdictPath } from './field.ts'
import { say } from './text.ts'

test.use({ viewport: phone })

const press = (page: Page, key: string) => page.getByRole('button', { name: say(key), exact: true }).click()
const goOn = (page: Page) => page.getByRole('button', { name: /^Seguir en / }).click()

const eyeOf = (page: Page): Eye => ({
  async seesCut(port) {
    await expect(heading(page, say('tech.alarm.what_one', { ports: port }))).toBeVisible()
    await look(page, `alarm-${port}-phone`)
  },
  async seesBack(port) {
    await expect(heading(page, say('tech.cleared.what_one', { ports: port }))).toBeVisible()
    await expect(page.getByText(say('tech.cleared.noted', { word: 'corte recuperado' }))).toBeVisible()
    await goOn(page)
  },
  async seesTreeDown() {
    await expect(heading(page, say('tech.upstream.what'))).toBeVisible()
    await look(page, 'tree-phone')
    await goOn(page)
  },
  async seesCalm() {
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(heading(page, say('tech.title.initial'))).toBeVisible()
  },
})

/** The last screen's statement about the neighbours. */
async function readVerdict(page: Page, trial: Trial, port: number): Promise<void> {
  const code = page.getByText(say('tech.clean.code'), { exact: true })
  await expect(code).toHaveCount(trial.code ? 1 : 0)
  await expect(drawing(page, trial.drawn).last()).toBeVisible()
  if (!trial.closes) {
    await expect(heading(page, say('tech.not_clean.title'))).toBeVisible()
    await expect(page.getByText(say('tech.not_clean.dark_one', { ports: port }))).toBeVisible()
    await expect(page.getByText(say('tech.not_clean.no_code'))).toBeVisible()
    return
  }
  await expect(heading(page, say(`tech.verdict.${trial.verdict}`))).toBeVisible()
  const said = page.getByRole('group', { name: say('tech.clean.proof') })
  const sentences: Partial<Record<Trial['class'], string>> = {
    degradado: say('tech.proof.cut', { port, word: 'degradado' }),
    corte_recuperado: say('tech.proof.cut', { port, word: 'corte recuperado' }),
    no_concluyente: say('neighbours.doubt.dark_after_outage'),
  }
  const sentence = sentences[trial.class]
  if (sentence) await expect(said).toContainText(sentence)
  if (trial.class === 'no_concluyente') await expect(said).toContainText(say('tech.clean.check_one', { ports: port }))
}

for (const [row, trial] of Object.entries(trials))
  test(`row ${row}: ${trial.name}`, async ({ page, field, enter, another }) => {
    const port = trial.port(field)
    const sur = await deskOf('admin@sur.test', enter, another)
    await trial.before?.(field, port)
    await page.goto(`/tecnico/nueva?cto=${field.box.id}`)
    await page.getByLabel(say(`choice.work_kind.${trial.kind}`)).check()
    await press(page, 'tech.new.open')
    await expect(heading(page, say('tech.title.initial'))).toBeVisible()
    // With a slow answer it begins under the phone's own number.
    await expect(page).toHaveURL(/intervencion\/\d+\/initial$/)
    const event = await field.read(Number(/intervencion\/(\d+)/.exec(page.url())?.[1]))
    await trial.during(field, port, eyeOf(page), sur)
    if (trial.cancels) await nameAndGiveUp(field, event, port, processState.is.wronglyCancelled)
    else {
      await field.work(event)
      // The alarm covers the screen until the light is back, so the closing is requested by call.
      if (trial.closes) await askToFinalize(page, field, event)
      else await field.ask('admin_vno/events/finalize', { event_id: event.id })
      const ended = await settle(field, event)
      if (!trial.closes) expect(ended.process_state).toBe(processState.is.wronglyFinalized)
    }
    await page.goto(verdictPath(event))
    await readVerdict(page, trial, port)
    await look(page, `row${row}-phone`)
    await readAtNeighbour(sur, field, event, trial)
  })
