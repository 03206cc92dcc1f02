/** Labels as makers print them, read in pictures: several codes, dark labels, small bars, check characters. */
import type { Page } from '@playwright/test'
import { drawing } from '../server/test/pictures.ts'
import { labelPicture, phoneWithCamera } from './fake-camera.ts'
import { expect, stepPath, test } from './field.ts'
import { say } from './text.ts'

test.use({
  // The network is cut deliberately.
  provoked: /ERR_INTERNET_DISCONNECTED/,
  ...phoneWithCamera,
})

const serial = 'HWTC87EDBE13'
const mac = ['00259E4A1B2C', 'Code128'] as const
const article = ['8412345678905', 'EAN13'] as const
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const line = (page: Page, name: string) => page.locator(`[data-field="${name}"]`).getByRole('textbox')
const jpeg = (buffer: Buffer) => ({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer })

/** The check character (modulo 43) that a printer adds to a Code 39. */
function withCheck(label: string): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'
  const sum = [...label].reduce((total, character) => total + alphabet.indexOf(character), 0)
  return label + alphabet.charAt(sum % 43)
}

// The technician of `field` is signed in.
test.beforeEach(async ({ page, field }) => {
  expect(field.box.label).not.toBe('')
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))
  })
})

/** Opens the scanner of the technician's search, and hands it the picture. */
async function readAtSearch(page: Page, picture: Buffer) {
  await page.goto('/tecnico/buscar')
  await button(page, say('tech.find.scan')).tap()
  const sheet = page.getByRole('dialog')
  await sheet.locator('input[type=file]').setInputFiles(jpeg(picture))
  return sheet
}

test('of all codes of a picture the step takes the one that it means', async ({ page, field }) => {
  for (const codes of [
    [[serial, 'Code128'], mac],
    [mac, [serial, 'Code128']],
    [mac, 'WIFI:S:MiFibra;T:WPA;P:Xk39sPq7;;', [serial, 'Code128']],
    [article, [`(01)08412345678905(21)${serial}`, 'DataMatrix']],
  ] as const) {
    await readAtSearch(page, await labelPicture(codes))
    await expect(line(page, 'find')).toHaveValue(serial, { timeout: 60_000 })
  }
  const event = await field.open('mantenimiento')
  await page.goto(stepPath(event, 'initial'))
  await button(page, say('scan.box')).tap()
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles(jpeg(await labelPicture([mac, article, [field.box.label, 'Code128']])))
  await expect(line(page, 'cto_code_read')).toHaveValue(field.box.label, { timeout: 60_000 })
})

test('light bars on a dark label, and small bars of a large picture, are read', async ({ page }) => {
  const pictures = [
    await labelPicture([[serial, 'Code128']], { inverted: true }),
    await labelPicture([[serial, 'Code128']], { width: 4000, share: 0.12 }),
    await labelPicture([[serial, 'Code128']], { width: 8160, share: 0.1 }),
  ]
  for (const picture of pictures) {
    await readAtSearch(page, picture)
    await expect(line(page, 'find')).toHaveValue(serial, { timeout: 60_000 })
  }
})

test('a Code 39 is read as printed, and at last without its check character', async ({ page, field }) => {
  for (const label of ['28/C1/P3', 'CTO/A-28']) {
    await readAtSearch(page, await labelPicture([[label, 'Code39']]))
    await expect(line(page, 'find')).toHaveValue(label, { timeout: 60_000 })
  }
  await readAtSearch(page, await labelPicture([[withCheck(field.box.label), 'Code39']]))
  await expect(page.getByRole('link', { name: field.box.label })).toBeVisible({ timeout: 60_000 })
  await expect(line(page, 'find')).toHaveValue(field.box.label)
})

test('of two serials the technician says which', async ({ page }) => {
  const other = 'ZTEGC0FFEE01'
  const sheet = await readAtSearch(page, await labelPicture([[serial, 'Code128'], mac, [other, 'Code128']]))
  await expect(sheet.getByText(say('scan.say.several'))).toBeVisible({ timeout: 60_000 })
  await sheet.getByRole('button', { name: other }).tap()
  await expect(line(page, 'find')).toHaveValue(other)
})

test('an unread picture gets a sentence each time; the next is read without a network', async ({ page, context }) => {
  const sheet = await readAtSearch(page, await drawing({ seed: 7 }).jpeg().toBuffer())
  await expect(sheet.getByText(say('scan.say.nothing'))).toBeVisible({ timeout: 60_000 })
  const hand = (picture: Buffer) => sheet.locator('input[type=file]').setInputFiles(jpeg(picture))
  await hand(await labelPicture([mac]))
  await expect(sheet.getByText(say('scan.say.strange'))).toBeVisible({ timeout: 60_000 })
  await hand(Buffer.from('Esto es un texto'))
  await expect(sheet.getByText(say('scan.say.unreadable'))).toBeVisible({ timeout: 60_000 })
  await hand(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'))
  await expect(sheet.getByText(say('scan.say.unreadable'))).toBeVisible({ timeout: 60_000 })
  await context.setOffline(true)
  await hand(await labelPicture([mac, [serial, 'Code128']]))
  await expect(line(page, 'find')).toHaveValue(serial, { timeout: 60_000 })
})
