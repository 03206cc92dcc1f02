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

const sources = ['web', 'server', 'domain', 'contract'].flatMap((part) =>
  readdirSync(join(house, part), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /\.tsx?$/.test(path) && !/(?:^|\/)(?:node_modules|dist|dist-native|data)\/|\.test\.tsx?$/.test(path),
    )
    .map((path) => readFileSync(join(house, part, path), 'utf8')),
)
const code = sources.join('\n')

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

test('every text that a screen names is in the catalogue', () => {
  const named = [...code.matchAll(/\btext\(\s*'([\w.-]+)'/g)].flatMap(([, key]) => key ?? [])
  assert.deepEqual(
    [...new Set(named)].filter((key) => !known.has(key)),
    [],
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
