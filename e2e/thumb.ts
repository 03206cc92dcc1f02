/** One-handed use of the phone: fields, buttons, keypad, camera, with a count of taps. */
import { expect, type Locator, type Page } from '@playwright/test'
import { fulfils } from './fulfils.ts'
import { codePicture, show } from './fake-camera.ts'
import { photo } from './field.ts'
import { say } from './text.ts'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const at = (page: Page, name: string) => page.locator(`[data-field="${name}"]`)
export const fine = (page: Page) => page.getByRole('button', { name: /^Marcar todo bien: cerrada/ })

/** Milliseconds between two taps. */
const pace = 320

/** A thumb that counts every tap, shutter and scan. Typing is no tap. */
export function thumb(page: Page) {
  let count = 0
  const tap = async (place: Locator) => {
    count++
    // Faster taps at one place count as a double tap.
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
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  /** A closed field needs a tap first. */
  const write = async (field: Locator, words: string) => {
    if (!(await fulfils(expect(field).toBeFocused({ timeout: 1500 })))) await tap(field)
    await field.fill(words)
  }
  return { tap, shoot, scan, write, count: () => count }
}
export type Thumb = ReturnType<typeof thumb>

export const keys = async (page: Page, figure: string) => {
  for (const key of figure)
    await page.getByRole('button', { name: key === ',' ? say('tech.power.comma') : key, exact: true }).tap()
}
