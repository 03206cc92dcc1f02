/** Selection of rows, and the bell. */
import type { Page } from '@playwright/test'
import { makeAdmin, makeVno } from '../server/test/factories.ts'
import { makeNotice } from '../server/test/notice-factories.ts'
import { check } from './axe.ts'
import { expect, openSearch, test, type Owner } from './fixtures.ts'
import { ask, firstRow, nameOf, openList, rows, settled, shownTotal } from './list-page.ts'
import { steady } from './screen-checks.ts'
import { press, say } from './text.ts'

const unreadView = '/vno/avisos'
const minute = 60_000

/** A person of a separate operator with so many unread notices: P-0 is the newest. */
async function reader(db: Owner, count: number) {
  const vno = await makeVno(db)
  for (let at = 0; at < count; at++) await notify(db, vno.id, `P-${at}`, at + 1)
  return { vno, account: await makeAdmin(db, { vno }) }
}

const notify = (db: Owner, vno_id: number, pon_code: string, minutesAgo: number) =>
  makeNotice(db, { kind: 'pon_down', vno_id, payload: { pon_code }, at: new Date(Date.now() - minutesAgo * minute) })

/** Creates a notice like the product: open pages get it at once. */
async function notifyLive(db: Owner, vno_id: number, pon_code: string): Promise<void> {
  const id = await notify(db, vno_id, pon_code, 0)
  await db.owner.query("select changed('notifications', $1, 1, $2)", [id, vno_id])
}

const boxes = (page: Page) => rows(page).getByRole('checkbox')
const bar = (page: Page) => page.getByRole('toolbar', { name: say('list.chosen') })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: say('list.views') }).getByRole('button', { name })

test('rows selected by click, range and key stay so, and are acted upon', async ({ page, enter, db }) => {
  const { vno, account } = await reader(db, 8)
  await enter(account)
  await openList(page, unreadView)
  await expect.poll(() => shownTotal(page)).toBe(8)
  await boxes(page).nth(1).click()
  await boxes(page)
    .nth(3)
    .click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 elegidas')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText('4 elegidas')
  await notifyLive(db, vno.id, 'P-NUEVO')
  await expect.poll(() => shownTotal(page)).toBe(9)
  await expect(bar(page)).toContainText('4 elegidas')
  await expect(boxes(page).nth(0)).not.toBeChecked()
  for (const at of [2, 3, 4, 5]) await expect(boxes(page).nth(at)).toBeChecked()
  await press(bar(page), 'notices.ack')
  await expect.poll(() => shownTotal(page)).toBe(5)
  await expect(bar(page)).toBeHidden()
  const { total } = await ask(page, 'admin_vno/notifications/get', { filter: { read: false }, limit: 1, count: true })
  expect(total?.value).toBe(5)
})

test('rows arriving above move neither the focus nor the rows being read', async ({ page, enter, db }) => {
  const { vno, account } = await reader(db, 90)
  await enter(account)
  await openList(page, unreadView)
  await expect.poll(() => shownTotal(page)).toBe(90)
  const focused = rows(page).locator('xpath=self::*[@tabindex="0"]')
  await rows(page).nth(0).focus()
  for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowDown')
  const code = async () => /P-\w+/.exec(await focused.innerText())?.[0]
  const fourth = await code()
  await notifyLive(db, vno.id, 'P-UNO')
  await expect.poll(() => shownTotal(page)).toBe(91)
  await expect(focused).toBeFocused()
  await expect.poll(code).toBe(fourth)
  await expect(rows(page).nth(0)).toContainText('P-UNO')

  for (let at = 0; at < 40; at++) await page.keyboard.press('ArrowDown')
  const place = async () => {
    const box = await focused.boundingBox()
    return [await code(), Math.round(box?.y ?? 0)]
  }
  const before = await steady(place)
  await notifyLive(db, vno.id, 'P-DOS')
  await expect.poll(() => shownTotal(page)).toBe(92)
  await expect(focused).toBeFocused()
  await expect.poll(place).toEqual(before)
})

test('the heading’s checkbox selects the loaded rows; a filter and Escape clear them', async ({ page, enter, db }) => {
  const { account } = await reader(db, 4)
  await enter(account)
  await openList(page, unreadView)
  await page.getByRole('checkbox', { name: say('list.chosen.every') }).check()
  await expect(bar(page)).toContainText('4 elegidas')
  await tab(page, say('list.notices.view.all')).click()
  await expect(bar(page)).toBeHidden()
  await settled(page)
  await boxes(page).first().click()
  await expect(bar(page)).toContainText('1 elegida')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
})

test('on a phone cards are chosen, too', async ({ db, elsewhere }) => {
  const { account } = await reader(db, 3)
  const page = await elsewhere(account, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await page.goto(unreadView)
  await page.getByRole('button', { name: say('list.chosen.begin'), exact: true }).tap()
  const cards = page.getByRole('region', { name: say('list.notices.title') }).getByRole('listitem')
  await cards.nth(0).getByRole('button').tap()
  await cards.nth(2).getByRole('button').tap()
  await expect(bar(page)).toContainText('2 elegidas')
  await bar(page)
    .getByRole('button', { name: say('notices.ack') })
    .tap()
  await expect(cards).toHaveCount(1)
})

test('the bell counts live, shows kind and place, and can be emptied', async ({ page, enter, db }) => {
  const { vno, account } = await reader(db, 2)
  await enter(account)
  await page.goto('/vno')
  const bell = page.getByRole('button', { name: /^Avisos, / })
  await expect(bell).toHaveAccessibleName('Avisos, 2 sin leer')
  await notifyLive(db, vno.id, 'P-77')
  await expect(bell).toHaveAccessibleName('Avisos, 3 sin leer')
  await bell.click()
  const box = page.getByRole('dialog', { name: /^Avisos, / })
  await expect(box.getByRole('listitem').first()).toContainText('P-77')
  await press(box.getByRole('listitem').first(), 'notices.ack.one')
  await expect(bell).toHaveAccessibleName('Avisos, 2 sin leer')
  await box.getByRole('button', { name: say('notices.ack.all') }).click()
  await expect(bell).toHaveAccessibleName('Avisos, 0 sin leer')
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
})

test('selection and bell are accessible', async ({ page, enter, db }) => {
  const { account } = await reader(db, 2)
  await enter(account)
  await check(page, 'rows that are chosen', async () => {
    await openList(page, '/vno/avisos?vista=todos')
    await boxes(page).first().click()
    await expect(bar(page).getByRole('button', { name: say('notices.ack') })).toBeVisible()
  })
  await check(page, 'the bell', async () => {
    await page.goto('/vno/perfil')
    await page.getByRole('button', { name: /^Avisos, / }).click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  })
})

test('Ctrl+K goes to a screen by its name and to a port by its label', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno')
  await expect(page.getByRole('button', { name: say('shell.search') })).toBeVisible()
  await (await openSearch(page)).fill('puertos')
  await expect(page.getByRole('option', { name: 'Puertos' }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/vno/puertos')
  await settled(page)
  const label = (await nameOf(firstRow(page)).innerText()).trim()
  await (await openSearch(page)).fill(label)
  await page.getByRole('option', { name: label }).first().click()
  await expect(page).toHaveURL(/\/vno\/puertos\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(label)
})

test('a list inside a page shows every column at a desk', async ({ page, enter }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter('admin@norte.test')
  const idIn = (record: unknown, field: string) => (record as Record<string, { id: number } | undefined>)[field]?.id
  // Other tests finish works of technicians without a contractor; those of the demonstration are older.
  const finished = {
    filter: { type: 1, work_kind: 'alta', process_state: 5 },
    sort: [['created_at', 'asc']],
    limit: 50,
  }
  const { records } = await ask(page, 'admin_vno/events/get', finished)
  const work = records.find((one) => idIn(one, 'contractor') !== undefined && idIn(one, 'technical') !== undefined)
  const places = {
    [`/vno/tecnicos/${idIn(work, 'technical')}`]: [],
    [`/vno/contratas/${idIn(work, 'contractor')}`]: ['contractors.list.people', 'contractors.list.events'],
    [`/vno/ctos/${idIn(work, 'cto')}`]: ['list.ports.title', 'list.drops.title', 'list.events.title'],
  }
  for (const [place, lists] of Object.entries(places)) {
    await page.goto(place)
    for (const list of [null, ...lists]) {
      const part = page
        .getByRole('main')
        .getByRole('region')
        .filter({ has: page.getByRole('grid') })
      if (list !== null) await part.getByText(say(list), { exact: true }).last().click()
      const grid = part.getByRole('grid')
      await expect(grid).toHaveAttribute('aria-busy', 'false')
      const hidden = () => grid.evaluate((one) => one.scrollWidth - one.clientWidth)
      await expect.poll(hidden, `${place} ${list ?? ''}`).toBe(0)
    }
  }
})
