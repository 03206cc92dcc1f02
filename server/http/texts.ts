import { readFileSync } from 'node:fs'

/** The product's Spanish texts: the very file that the web client fetches. */
const file = new URL('../../web/assets/i18n/es.json', import.meta.url)
const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>

/** The text of a key, its plural chosen by the value `count`; a missing one shows the key itself. `{{name}}` takes a value. */
export function text(key: string, values: Record<string, string | number> = {}): string {
  const counted = `${key}_${values['count'] === 1 ? 'one' : 'other'}`
  return (catalogue[key] ?? catalogue[counted] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  )
}
