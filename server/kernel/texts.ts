import { readFileSync } from 'node:fs'
import { projectFile } from './place.ts'

/**
 * The product's Spanish texts: the same file that the web client fetches. The process that reads a file needs them too, so this
 * module imports no contract: building its schemas takes longer than most files.
 */
const catalogue = JSON.parse(readFileSync(projectFile('web/assets/i18n/es.json'), 'utf8')) as Record<string, string>

/** Heading of a list's column: its own, or the one that the column has in any list. */
export function columnText(list: string, column: string): string {
  const own = `column.${list}.${column}`
  return text(own in catalogue ? own : `column.any.${column}`)
}

/** The short form of a text, where there is one: what lists show. */
export const shortText = (key: string): string => text(`${key}.short` in catalogue ? `${key}.short` : key)

/** The texts whose keys begin with a prefix, by the rest of the key. */
export function wordsOf(prefix: string): Readonly<Record<string, string>> {
  const own = Object.entries(catalogue).filter(([key]) => key.startsWith(prefix))
  return Object.fromEntries(own.map(([key, value]) => [key.slice(prefix.length), value]))
}

/** The text of a key, with plural by the value `count`; a missing one shows the key. `{{name}}` is a placeholder. */
export function text(key: string, values: Record<string, string | number> = {}): string {
  const counted = `${key}_${values['count'] === 1 ? 'one' : 'other'}`
  return (catalogue[key] ?? catalogue[counted] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  )
}
