/** Texts of the screens, from the server's catalogue. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { json } from './json.ts'

const path = join(import.meta.dirname, '../web/assets/i18n/es.json')
const catalogue = json<Partial<Record<string, string>>>(readFileSync(path, 'utf8'))

/** @throws {Error} if the catalogue lacks it, because the screen would show the key */
export function say(key: string, values: Record<string, string | number> = {}): string {
  const found = catalogue[key]
  if (found === undefined) throw new Error(`es.json lacks ${key}`)
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** The button of this text. */
export const button = (within: Page | Locator, key: string): Locator =>
  within.getByRole('button', { name: say(key), exact: true })
export const press = (within: Page | Locator, key: string): Promise<void> => button(within, key).click()

/** First parts of the catalogue's keys: none may be on a screen. */
export const keyFamilies = [...new Set(Object.keys(catalogue).map((key) => key.split('.')[0] ?? ''))]
