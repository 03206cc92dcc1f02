/** Catalogue and code agree: no text is missing, and none is unused. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkTexts } from '@hilo/domain/step-checks.ts'

const house = join(import.meta.dirname, '../..')
const catalogue: unknown = JSON.parse(readFileSync(join(house, 'web/assets/i18n/es.json'), 'utf8'))
assert.ok(typeof catalogue === 'object' && catalogue !== null)
const keys = Object.keys(catalogue)
/** Without the plural suffix of i18next. */
const bare = (key: string) => key.replace(/_(?:one|many|other)$/, '')
const known = new Set([...keys, ...keys.map(bare)])
const families = new Set(keys.map((key) => key.split('.', 1)[0] ?? ''))

const sourcesOf = (part: string) =>
  readdirSync(join(house, part), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /\.tsx?$/.test(path) && !/(?:^|\/)(?:node_modules|dist|dist-native|data)\/|\.test\.tsx?$/.test(path),
    )
    .map((path) => readFileSync(join(house, part, path), 'utf8'))
    .join('\n')
const inWeb = sourcesOf('web')
const code = [inWeb, ...['server', 'domain', 'contract'].map(sourcesOf)].join('\n')

/** String literals that begin like a key of the catalogue. */
const literals = new Set(
  [...code.matchAll(/['"`]([a-z]\w*(?:\.[\w-]+)+)['"`]/g)].flatMap(([, key]) =>
    key !== undefined && families.has(key.split('.', 1)[0] ?? '') ? [key] : [],
  ),
)
/**
 * The parts around the placeholder of a template such as `home.figure.${name}.note`. Templates of tests are excluded.
 */
const templates = [...code.matchAll(/`([a-z]\w*(?:\.[\w-]+)*\.?)\$\{[^`]*?\}([\w.-]*)`/g)]
  .map(([, before = '', after = '']) => ({ before, after }))
  .filter(({ before }) => before.includes('.') && before !== 'check.' && families.has(before.split('.', 1)[0] ?? ''))
/**
 * Keys derived from declarations: `status.<enumeration>.<name>`; `<key>.short` and `<key>.text` belong to their key.
 */
const made = /^(?:status|problem|choice|column)\.|\.short$|\.text$/
const checks = new Set(checkTexts)
/** List columns, by field name. */
const columns = new Set(keys.flatMap((key) => /^column\.\w+\.(.+)$/.exec(key)?.[1] ?? []))

test('every text that a screen names is in the catalogue', () => {
  const named = [...code.matchAll(/\btext\(\s*'([\w.-]+)'/g)].flatMap(([, key]) => key ?? [])
  const missing = [...new Set(named)].filter((key) => !known.has(key))
  assert.deepEqual(missing, [])
})

/** Names that look like keys: fields of roles, records and device storage, shapes of states. */
const others = new Set([
  ...['data.email', 'event.privs.event_edit', 'event.steps', 'event.sub_items.steps.privs.steps_edit', 'list.empty'],
  ...['order.place', 'people.new.contractor', 'people.new.invitation', 'people.new.operator', 'port.cesado'],
  ...['reset.email', 'reset.token', 'update.dismissed'],
])

test('every string of a screen that looks like a text key is one, also in a table', () => {
  const screens = [...inWeb.matchAll(/(['"`])([a-z]\w*(?:\.[\w-]+)+)\1/g)].flatMap(([, , key]) => key ?? [])
  const alike = screens.filter((key) => families.has(key.split('.', 1)[0] ?? ''))
  assert.ok(alike.includes('tech.label.ocr'), 'the search sees the tables')
  const missing = [...new Set(alike)].filter((key) => !known.has(key) && !others.has(key) && !columns.has(key))
  assert.deepEqual(missing, [])
  const needless = [...others].filter((key) => known.has(key) || !alike.includes(key))
  assert.deepEqual(needless, [], 'nothing is excused that need not be')
})

test('every text of the catalogue is used', () => {
  const shown = (key: string) =>
    literals.has(key) ||
    made.test(key) ||
    checks.has(key) ||
    templates.some(({ before, after }) => key.startsWith(before) && key.endsWith(after))
  const unused = keys.filter((key) => !shown(key) && !shown(bare(key)))
  assert.deepEqual(unused, [])
})
