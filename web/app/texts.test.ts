/** The catalogue and the code agree: no text is missing, and none is left that nobody shows. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkTexts } from '@hilo/domain/step-checks.ts'

const house = join(import.meta.dirname, '../..')
const catalogue: unknown = JSON.parse(readFileSync(join(house, 'web/assets/i18n/es.json'), 'utf8'))
assert.ok(typeof catalogue === 'object' && catalogue !== null)
const keys = Object.keys(catalogue)
/** Without what i18next adds for the number. */
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

/** `'login.enter'` and the like, as far as they begin as the catalogue's keys do. */
const literals = new Set(
  [...code.matchAll(/['"`]([a-z]\w*(?:\.[\w-]+)+)['"`]/g)].flatMap(([, key]) =>
    key !== undefined && families.has(key.split('.', 1)[0] ?? '') ? [key] : [],
  ),
)
/**
 * The parts before and after what a template such as `home.figure.${name}.note` puts in. Those of checks are left out: their
 * keys are known one by one.
 */
const templates = [...code.matchAll(/`([a-z]\w*(?:\.[\w-]+)*\.?)\$\{[^`]*?\}([\w.-]*)`/g)]
  .map(([, before = '', after = '']) => ({ before, after }))
  .filter(({ before }) => before.includes('.') && before !== 'check.' && families.has(before.split('.', 1)[0] ?? ''))
/** Made from declarations: `status.<enumeration>.<name>`; `<key>.short` and `<key>.text` stand beside their key. */
const made = /^(?:status|problem|choice|column)\.|\.short$|\.text$/
const checks = new Set(checkTexts)
/** Columns of lists, by the name of their field. */
const columns = new Set(keys.flatMap((key) => /^column\.\w+\.(.+)$/.exec(key)?.[1] ?? []))

test('every text that a screen names is in the catalogue', () => {
  const named = [...code.matchAll(/\btext\(\s*'([\w.-]+)'/g)].flatMap(([, key]) => key ?? [])
  assert.deepEqual(
    [...new Set(named)].filter((key) => !known.has(key)),
    [],
  )
})

/** Names of other things that look like keys: fields of roles, of records and of what a device keeps, shapes of states. */
const others = new Set([
  'data.email',
  'event.override_edit',
  'event.privs.event_edit',
  'event.steps',
  'event.sub_items.steps.privs.steps_edit',
  'list.empty',
  'order.place',
  'people.new.contractor',
  'people.new.invitation',
  'people.new.operator',
  'port.cesado',
  'port.disponible',
  'port.ocupado',
  'reset.email',
  'reset.token',
  'update.dismissed',
])

test('every string of a screen that looks like a text’s key is one, also in a table', () => {
  const screens = [...inWeb.matchAll(/(['"`])([a-z]\w*(?:\.[\w-]+)+)\1/g)].flatMap(([, , key]) => key ?? [])
  const alike = screens.filter((key) => families.has(key.split('.', 1)[0] ?? ''))
  assert.ok(alike.includes('tech.label.ocr'), 'the search sees the tables')
  assert.deepEqual(
    [...new Set(alike)].filter((key) => !known.has(key) && !others.has(key) && !columns.has(key)),
    [],
  )
  assert.deepEqual(
    [...others].filter((key) => known.has(key) || !alike.includes(key)),
    [],
    'nothing is excused that need not be',
  )
})

test('every text of the catalogue is shown somewhere', () => {
  const shown = (key: string) =>
    literals.has(key) ||
    made.test(key) ||
    checks.has(key) ||
    templates.some(({ before, after }) => key.startsWith(before) && key.endsWith(after))
  assert.deepEqual(
    keys.filter((key) => !shown(key) && !shown(bare(key))),
    [],
  )
})
