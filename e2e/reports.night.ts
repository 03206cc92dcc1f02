/** Figures linked to their rows, histories and their proof, concurrent settings, reasons, scheduled reports. */
import type { Page } from '@playwright/test'
import { makeAdmin } from '../server/test/factories.ts'
import { check } from './axe.ts'
import { expect, expectToast, test } from './fixtures.ts'
import { json } from './json.ts'
import { ask, firstRow, panel, settled, shownTotal } from './list-page.ts'
import { press, say } from './text.ts'
import { call, sentAgain } from './wire.ts'

test.use({ provoked: /status of (?:409|422)/ })

interface Verified {
  record: { next: number | null; first_bad?: { seal_id: number; at: string; why: string } }
}

const numberIn = (written: string) => Number(/[\d.]+/.exec(written)?.[0].replaceAll('.', '') ?? NaN)

/** A call of the page's own session, with any answer. */
const send = (page: Page, path: string, query: object) =>
  call<{ version: number; records: { key: string; value: unknown; source: string }[] }>(page.request, path, query)

test('every figure leads to the list behind it, with the same number', async ({ page, enter }) => {
  await enter('admin@norte.test')
  const figures = page.getByRole('main').getByRole('listitem')
  for (const [key, part] of [
    ['opened', 0],
    ['finalized', 0],
    ['cancelled', 0],
    ['harmed_rate', 1],
  ] as const) {
    const row = figures.filter({ hasText: say(`reports.define.${key}`) })
    // Other tests work for the same operator: figure and list may differ for a moment.
    await expect(async () => {
      // Thirty days: on the first of a month nothing may have been cancelled yet.
      await page.goto('/vno/informes?periodo=30d')
      const [shown = '', share = ''] = (await row.locator('div').last().innerText()).split('\n').filter(Boolean)
      const count = numberIn(part === 0 ? shown : share)
      expect(count).toBeGreaterThan(0)
      await row.getByRole('link').click()
      await expect(page).toHaveURL(/\/vno\/intervenciones\?.*created_at=\d{4}-\d\d-\d\d\.\./)
      await settled(page)
      expect(await shownTotal(page), key).toBe(count)
    }).toPass({ timeout: 120_000 })
    await page.goBack()
    await expect(page).toHaveURL('/vno/informes?periodo=30d')
  }
  // The same by the chart's table, filtered by the address.
  const card = page.getByRole('region', { name: say('reports.work.day'), exact: true })
  await expect(async () => {
    await page.goto('/vno/informes?periodo=30d')
    await card.getByText(say('plot.table')).click()
    const link = card.getByRole('table').getByRole('link').last()
    const count = numberIn(await link.innerText())
    await link.click()
    await expect(page).toHaveURL(/\/vno\/intervenciones\?/)
    await settled(page)
    expect(await shownTotal(page)).toBe(count)
  }).toPass({ timeout: 120_000 })
})

test('period and contractor stay in the address; a download; a broken address is harmless', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno/informes?desde=ayer&hasta=9&contrata=x&zona=todas')
  await expect(page.getByRole('button', { name: say('reports.period.30d') })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('region', { name: say('reports.group.work'), exact: true })).toBeVisible()
  const contractor = page.getByLabel(say('reports.contractor'), { exact: true })
  await contractor.selectOption({ index: 2 })
  await page.getByRole('button', { name: say('reports.period.anterior') }).click()
  await expect(page).toHaveURL(/periodo=anterior/)
  await expect(page).toHaveURL(/contrata=\d+/)
  const arrived = page.waitForEvent('download')
  await page.getByRole('button', { name: say('reports.download.as', { format: 'CSV' }) }).click()
  expect((await arrived).suggestedFilename()).toMatch(/^indicadores-\d{4}-\d\d-01-.*\.csv$/)
  await check(page, 'reports', async () => {
    await page.reload()
    await expect(page.getByRole('region', { name: say('reports.group.work'), exact: true })).toBeVisible()
  })
})

test('a threshold changes, applies at once, is restored; a laxer one is warned of', async ({ page, db, enter }) => {
  // A separate operator, because a concurrent change of its settings would conflict.
  await enter(await makeAdmin(db))
  const held = async () => {
    const { records } = await send(page, 'admin_vno/settings/get', { group: 'eventFinalizationConfi' })
    return records.find(({ key }) => key === 'limits.olt.E1')
  }
  await page.goto('/vno/configuracion/finalizacion?punto=olt')
  const section = page.getByRole('region', { name: say('settings.class', { class: 'E1' }) })
  const low = section.getByRole('textbox', { name: say('settings.limit.low') })
  const save = page.getByRole('button', { name: say('settings.save') })
  await low.fill('-30')
  await save.click()
  await expect(section.getByRole('alert')).toContainText(say('settings.wrong.least', { value: '−29,0' }))
  await low.fill('-28,5')
  // The preview updates before saving.
  await expect(section.getByRole('img')).toHaveAccessibleName(/mínimo −28,5/)
  await expect(section).toContainText(/Cambiará/)
  expect((await held())?.source).toBe('default')
  await save.click()
  await expectToast(page, say('settings.saved'))
  expect(await held()).toMatchObject({ value: { low: -28.5, good: -27, high: -9 }, source: 'vno' })
  await expect(section).toContainText(say('settings.source.vno'))
  await section.getByRole('button', { name: /^Restaurar/ }).click()
  await save.click()
  await expect(section).toContainText(say('settings.source.default'))
  expect(await held()).toMatchObject({ value: { low: -29 }, source: 'default' })
})

test('two administrators: the second sees the difference and decides', async ({ page, enter, elsewhere }) => {
  await enter('admin@sur.test')
  const group = { group: 'eventConfi' }
  const valueOf = async () => {
    const { records } = await send(page, 'admin_vno/settings/get', group)
    return records.find(({ key }) => key === 'offline_max_age_h')?.value
  }
  const before = await valueOf()
  await page.goto('/vno/configuracion/intervencion')
  const field = page.getByRole('textbox', { name: /Antigüedad máxima/ })
  const save = page.getByRole('button', { name: say('settings.save') })
  await field.fill('40')
  const colleague = await elsewhere('admin@sur.test')
  await colleague.goto('/vno/configuracion/intervencion')
  await colleague.getByRole('textbox', { name: /Antigüedad máxima/ }).fill('36')
  await colleague.getByRole('button', { name: say('settings.save') }).click()
  await expectToast(colleague, say('settings.saved'))
  await save.click()
  const dialog = page.getByRole('dialog', { name: say('form.conflict.title') })
  await expect(dialog.getByRole('row').filter({ hasText: '40' })).toContainText('36')
  await dialog.getByRole('button', { name: say('form.conflict.keep') }).click()
  await expectToast(page, say('settings.saved'))
  expect(await valueOf()).toBe(40)
  // The author is shown beside it, and in the audit with the former value.
  await expect(page.getByText(/^Lo cambió/).first()).toBeVisible()
  await send(page, 'admin_vno/settings/edit', { values: { offline_max_age_h: before } })
  await page.goto('/vno/auditoria?vista=ajustes')
  await settled(page)
  await firstRow(page).click()
  await expect(
    panel(page)
      .getByRole('row')
      .filter({ hasText: say('setting.offline_max_age_h') }),
  ).toContainText('40')
})

test('the audit chain is verified to its end, and a break shows its place', async ({ page, enter }) => {
  await enter('operador@hilo.test')
  await page.goto('/vno/auditoria')
  let asked = 0
  // The first answer is partial: the screen continues by itself.
  await page.route('**/audit/verify.json', async (route) => {
    asked += 1
    const answer = await route.fetch(sentAgain)
    const body = json<Verified>(await answer.text())
    if (asked === 1) body.record.next = 1
    await route.fulfill({ response: answer, json: body })
  })
  await page.getByRole('button', { name: say('list.audit.verify') }).click()
  const dialog = page.getByRole('dialog', { name: say('audit.verify.title') })
  await expect(dialog.getByRole('heading', { name: say('audit.verify.whole') })).toBeVisible({ timeout: 120_000 })
  expect(asked).toBeGreaterThanOrEqual(2)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.unrouteAll()
  await page.route('**/audit/verify.json', async (route) => {
    const answer = await route.fetch(sentAgain)
    const body = json<Verified>(await answer.text())
    body.record.first_bad = { seal_id: 7, at: '2026-03-01T10:00:00.000Z', why: 'rows_changed' }
    await route.fulfill({ response: answer, json: body })
  })
  await page.getByRole('button', { name: say('list.audit.verify') }).click()
  await expect(dialog).toContainText(say('audit.fault.rows_changed'))
  await expect(dialog).toContainText('1 de marzo de 2026')
})

test('a report by mail: scheduled, paused, deleted; a stranger’s address refused', async ({ page, enter }) => {
  // An operator's administrators schedule and pause; only the neutral operator's delete.
  await enter('operador@hilo.test')
  await page.goto('/vno/informes/programados')
  await page.getByRole('button', { name: say('reports.schedule.new') }).click()
  const dialog = page.getByRole('dialog', { name: say('reports.schedule.new') })
  const name = `Prueba ${Date.now()}`
  await dialog.getByLabel(say('reports.schedule.name'), { exact: true }).fill(name)
  const mails = dialog.getByLabel(new RegExp(`^${say('reports.schedule.recipients')}`))
  await mails.fill('nadie@ninguna.test')
  await dialog.getByRole('button', { name: say('reports.schedule.create') }).click()
  await expect(mails).toHaveAttribute('aria-invalid', 'true')
  await mails.fill('operador@hilo.test')
  await dialog.getByRole('button', { name: say('reports.schedule.create') }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(row).toContainText('operador@hilo.test')
  await row.getByRole('button', { name: say('reports.schedule.pause.of', { name }) }).click()
  await expect(row).toContainText(say('reports.schedule.paused'))
  await row.getByRole('button', { name: say('reports.schedule.remove.of', { name }) }).click()
  await press(page.getByRole('dialog'), 'reports.schedule.remove')
  await expect(row).toHaveCount(0)
})

test('a disabled reason disappears from the choice, and comes back', async ({ page, enter }) => {
  await enter('admin@sur.test')
  const { records } = await ask(page, 'admin_vno/orders/get', { filter: { state: ['recibida', 'asignada'] }, limit: 1 })
  const [order] = records
  if (!order) throw new Error('the demonstration has no order that waits')
  const choices = async () => {
    await page.goto(`/vno/ordenes/${order.id}`)
    await page.getByRole('button', { name: say('order.act.cancel') }).click()
    const choice = page.getByRole('dialog').getByLabel(say('reason.label'))
    await expect(choice.getByRole('option', { name: say('reason.order_cancel.otra'), exact: true })).toBeAttached()
    return await choice.getByRole('option').allInnerTexts()
  }
  const name = say('reason.order_cancel.duplicada')
  expect(await choices()).toContain(name)
  await page.goto('/vno/configuracion/motivos')
  await page.getByRole('button', { name: say('reasons.stop.of', { name }) }).click()
  await press(page.getByRole('dialog'), 'reasons.stop')
  await expectToast(page, say('reasons.off'))
  expect(await choices()).not.toContain(name)
  await page.goto('/vno/configuracion/motivos')
  await page.getByRole('button', { name: say('reasons.use.of', { name }) }).click()
  await expect(page.getByRole('button', { name: say('reasons.stop.of', { name }) })).toBeVisible()
  // The reason "other" can be renamed, never removed.
  const other = say('reason.order_cancel.otra')
  await expect(page.getByRole('button', { name: say('reasons.edit.of', { name: other }) })).toBeVisible()
  await expect(page.getByRole('button', { name: say('reasons.stop.of', { name: other }) })).toHaveCount(0)
})
