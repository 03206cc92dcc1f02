/** The texts that a person reads, from the catalogue that the server serves. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { json } from './json.ts'

const path = join(import.meta.dirname, '../web/assets/i18n/es.json')
const catalogue = json<Partial<Record<string, string>>>(readFileSync(path, 'utf8'))

/** @throws {Error} when the catalogue lacks it, because then a person would read the key */
export function say(key: string, values: Record<string, string | number> = {}): string {
  const found = catalogue[key]
  if (found === undefined) throw new Error(`es.json lacks ${key}`)
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** First parts of the catalogue's keys: none of them may be read on a screen. */
export const keyFamilies = [...new Set(Object.keys(catalogue).map((key) => key.split('.')[0] ?? ''))]
