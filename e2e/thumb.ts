/** One hand on the phone: fields, buttons, the keypad, the camera, and how often somebody pressed. */
import { expect, type Locator, type Page } from '@playwright/test'
import { came } from './came.ts'
import { codePicture, show } from './fake-camera.ts'
import { photo } from './field.ts'
import { say } from './text.ts'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const at = (page: Page, name: string) => page.locator(`[data-field="${name}"]`)
export const fine = (page: Page) => page.getByRole('button', { name: /^Todo en orden/ })

/** Between two presses, ms. */
const pace = 320

/** A thumb that counts: every press, the shutter of the camera, what the scanner read. Typing is no press. */
export function thumb(page: Page) {
  let count = 0
  const tap = async (place: Locator) => {
    count++
    // Nobody's thumb is quicker; what is, at one place, counts as the second half of a double tap.
    await page.waitForTimeout(pace)
    await place.tap()
  }
  const shoot = async (name: string) => {
    const chooser = page.waitForEvent('filechooser')
    await tap(button(page, name))
    count++
    await (await chooser).setFiles(await photo())
  }
  const scan = async (name: string, label: string) => {
    await show(await codePicture(label))
    await tap(button(page, name))
    await expect(page.getByRole('dialog')).toBeHidden({ timeout: 20_000 })
  }
  /** Into a field that does not stand open for it already one presses first. */
  const write = async (field: Locator, words: string) => {
    if (!(await came(expect(field).toBeFocused({ timeout: 1500 })))) await tap(field)
    await field.fill(words)
  }
  return { tap, shoot, scan, write, count: () => count }
}
export type Thumb = ReturnType<typeof thumb>

export const keys = async (page: Page, figure: string) => {
  for (const key of figure)
    await page.getByRole('button', { name: key === ',' ? say('tech.power.comma') : key, exact: true }).tap()
}
