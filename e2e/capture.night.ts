/** The phone's camera: codes are read, pictures checked before sending, and other files refused. */
import type { Event } from '@hilo/contract/events/events.ts'
import { mkdtemp, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { FieldStep } from '@hilo/domain/status.ts'
import { drawing } from '../server/test/pictures.ts'
import { phoneWithCamera, codePicture, show } from './fake-camera.ts'
import { expect, stepPath, test } from './field.ts'
import { say } from './text.ts'

test.use({
  // The network is cut deliberately. The intervention may change while a step is being sent: it is retried with the
  // server's record.
  provoked: /ERR_INTERNET_DISCONNECTED|status of 409 .*step\/save/,
  ...phoneWithCamera,
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const line = (page: Page, name: string) => page.locator(`[data-field="${name}"]`).getByRole('textbox')
const row = (page: Page) => page.locator('[data-field="picture.open_box"]')
const dataOf = ({ steps }: Event, step: FieldStep) => steps?.find((one) => one.step === step)
const jpeg = (buffer: Buffer) => ({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer })

/** Takes a picture by the camera input. */
async function shoot(page: Page, file: string | ReturnType<typeof jpeg>): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await row(page)
    .getByRole('button', { name: /^(?:Foto|Otra)$/ })
    .tap()
  await (await chooser).setFiles(file)
}

test('the code of the box is read by the camera and accepted at once, marked as scanned', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await show(await codePicture(`https://red.example/cto/${field.box.label.toLowerCase()}`))
  await page.goto(stepPath(event, 'initial'))
  await page.getByText(say('tech.prl.altura')).tap()
  await page.getByText(say('tech.prl.tension')).tap()
  const gas = page.getByText(say('tech.prl.gas'))
  if (await gas.isVisible()) await gas.tap()
  await button(page, say('tech.act.scan_on')).tap()
  const saved = await field.until(event.id, (now) => dataOf(now, 'initial')?.status === 'done')
  expect(dataOf(saved, 'initial')?.data).toMatchObject({ cto_code_read: field.box.label, read_by: 'qr' })

  await show(await codePicture('VAL99-0000-01', 'Code128'))
  await page.goto(stepPath(event, 'cto_enrollment'))
  await button(page, say('scan.box')).tap()
  await expect(page.getByText(say('tech.label.other_box')).first()).toBeVisible({ timeout: 120_000 })
})

test('without a camera the label is written, or read in a picture', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.goto(stepPath(event, 'initial'))
  await button(page, say('scan.box')).tap()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(say('scan.say.refused'))).toBeVisible()
  await sheet.locator('input[type=file]').setInputFiles(jpeg(await drawing({ seed: 7 }).jpeg().toBuffer()))
  await expect(sheet.getByText(say('scan.say.nothing'))).toBeVisible()
  await sheet.locator('input[type=file]').setInputFiles(jpeg(await codePicture(field.box.label, 'DataMatrix')))
  await expect(line(page, 'cto_code_read')).toHaveValue(field.box.label, { timeout: 120_000 })
  await line(page, 'cto_code_read').fill('')
  await button(page, say('scan.box')).tap()
  await button(page, say('scan.type')).tap()
  await button(page, say('scan.again')).tap()
  await button(page, say('scan.type')).tap()
  const use = button(page, say('scan.use'))
  const fill = () => use.evaluate((element) => getComputedStyle(element).backgroundColor)
  const disabled = await fill()
  await page.getByLabel(say('scan.label')).fill(field.box.label.toLowerCase())
  expect(await fill(), 'a disabled main button has not the fill of an enabled one').not.toBe(disabled)
  await use.tap()
  await expect(line(page, 'cto_code_read')).toHaveValue(field.box.label)
})

test('a doubtful picture is flagged at once, and the server flags it equally', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await page.goto(stepPath(event, 'report'))
  await shoot(page, jpeg(await drawing({ seed: 21 }).blur(15).jpeg().toBuffer()))
  const sheet = page.getByRole('dialog', { name: say('tech.picture.blurred') })
  await expect(sheet).toBeVisible({ timeout: 120_000 })
  const again = page.waitForEvent('filechooser')
  await sheet.getByRole('button', { name: say('tech.picture.again') }).tap()
  await (await again).setFiles(jpeg(await drawing({ seed: 22 }).jpeg().toBuffer()))
  await expect(row(page).getByText(say('tech.picture.kept'))).toBeVisible()
  await shoot(page, jpeg(await drawing({ seed: 23, light: 0.08 }).jpeg().toBuffer()))
  const dark = page.getByRole('dialog', { name: say('tech.picture.dark') })
  await dark.getByRole('button', { name: say('tech.picture.use') }).tap()
  const old = join(await mkdtemp(join(tmpdir(), 'hilo-gallery-')), 'IMG_0001.jpg')
  await writeFile(old, await drawing({ seed: 24 }).jpeg().toBuffer())
  const yesterday = new Date(Date.now() - 86_400_000)
  await utimes(old, yesterday, yesterday)
  await shoot(page, old)
  await expect(row(page).getByText(say('tech.picture.gallery'))).toBeVisible()
  const sent = await field.until(event.id, (now) => dataOf(now, 'report')?.pictures.length === 3)
  const flags = dataOf(sent, 'report')?.pictures.map((one) => one.flags)
  expect(flags?.[0], 'the blurred one has never been sent').toEqual([])
  expect(flags?.[1]).toContain('dark')
  expect(flags?.[2]).toEqual(['gallery', 'stale'])
})

test('a file that is no picture is refused; an unsent one is viewed and deleted', async ({ page, context, field }) => {
  const event = await field.open('mantenimiento')
  await page.goto(stepPath(event, 'report'))
  await expect(row(page)).toBeVisible()
  const file = (text: string, name: string) => ({ name, mimeType: 'image/jpeg', buffer: Buffer.from(text, 'latin1') })
  const bad = [
    [file('', 'nada.jpg'), 'empty'],
    [file('Esto es un texto', 'texto.jpg'), 'format'],
    [file('\0\0\0\x18ftypheic\0\0\0\0', 'foto.heic'), 'heic'],
    [file('\xff\xd8\xff\xe0 y nada más', 'rota.jpg'), 'unreadable'],
  ] as const
  for (const [one, fault] of bad) {
    await shoot(page, one)
    const sheet = page.getByRole('dialog', { name: say('tech.picture.fault') })
    await expect(sheet.getByText(say(`tech.picture.fault.${fault}`))).toBeVisible({ timeout: 120_000 })
    await sheet.getByRole('button', { name: say('shell.close') }).tap()
    await expect(sheet).toBeHidden()
  }
  await context.setOffline(true)
  for (const seed of [31, 32]) await shoot(page, jpeg(await drawing({ seed }).jpeg().toBuffer()))
  await expect(row(page).getByText(say('tech.picture.several', { count: 2 }))).toBeVisible()
  await row(page)
    .getByRole('button', { name: say('tech.picture.look') })
    .tap()
  const viewer = page.getByRole('dialog', { name: say('tech.picture.look') })
  await viewer.getByRole('button', { name: say('tech.picture.delete') }).tap()
  await viewer.getByRole('button', { name: say('shell.close') }).tap()
  await expect(row(page).getByText(say('tech.picture.kept'), { exact: true })).toBeVisible()
  await context.setOffline(false)
  const sent = await field.until(event.id, (now) => (dataOf(now, 'report')?.pictures.length ?? 0) > 0)
  expect(dataOf(sent, 'report')?.pictures).toHaveLength(1)
})
