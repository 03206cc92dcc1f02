import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const web = join(import.meta.dirname, '..')
/** Comments of style sheets name files, which look like classes. */
const read = (path: string) => readFileSync(join(web, path), 'utf8').replaceAll(/^\/\*.*?\*\/$/gms, '')
const found = (pattern: string) => globSync(`{app,features,kit,lists,offline,ui}/**/*.${pattern}`, { cwd: web })

const primitives = ['layout', 'hand', 'note', 'utilities', 'steps', 'looks', 'drawing', 'phone'].flatMap((name) =>
  [...read(`kit/${name}.css`).matchAll(/\.([a-z][\w-]*)/g)].map(([, one = '']) => one),
)
/** Of style sheets that are not modules: their names stand in the document as they are. */
const declared = new Set(
  found('css')
    .filter((path) => !path.endsWith('.module.css'))
    .flatMap((path) => [...read(path).matchAll(/\.([a-z][\w-]*)/g)].map(([, one = '']) => one)),
)
const words = (text: string | undefined) => (text ?? '').split(/\s+/).filter((word) => word !== '')

const composed = found('module.css').flatMap((path) =>
  [...read(path).matchAll(/composes: ([^;]+) from global;/g)].flatMap(([, names]) =>
    words(names).map((name) => ({ path, name })),
  ),
)
const screens = found('tsx').map((path) => ({ path, text: read(path) }))
const written = screens.flatMap(({ path, text }) =>
  [...text.matchAll(/className="([^"]*)"/g)].flatMap(([, names]) => words(names).map((name) => ({ path, name }))),
)

test('a class that a screen takes from the kit is declared', () => {
  const missing = [...composed, ...written].filter(({ name }) => !declared.has(name) && !name.startsWith('hl-'))
  assert.deepEqual(missing, [])
})

test('every layout class of the kit is used', () => {
  const taken = new Set([...composed, ...written].map(({ name }) => name))
  const text = screens.map((screen) => screen.text).join('\n')
  const unused = primitives.filter(
    (name) => !taken.has(name) && !new RegExp(`['"\`][^'"\`\n]*\\b${name}\\b`).test(text),
  )
  assert.deepEqual(unused, [])
})

test('a class that a screen takes from a style sheet of its own is declared there', () => {
  const missing = screens.flatMap(({ path, text }) =>
    [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, name = '', sheet = '']) => {
      const own = read(join(path, '..', sheet))
      return [...text.matchAll(new RegExp(`(?<![\\w.'"/-])${name}\\.(\\w+)`, 'g'))]
        .map(([, one = '']) => one)
        .filter((one) => !new RegExp(`\\.${one}(?![\\w-])`).test(own))
        .map((one) => ({ path, one }))
    }),
  )
  assert.deepEqual(missing, [])
})

/** Selectors of a style sheet that lie in no cascade layer, one by one. */
function* unlayered(path: string) {
  const text = read(path)
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/@import[^;]*;|@layer[^{;]*;/g, '')
  const within: string[] = []
  for (const [, head = '', brace] of text.matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '}') within.pop()
    if (brace !== '{') continue
    const above = within.join(' ')
    within.push(head.trim())
    if (head.trim().startsWith('@') || /@layer|@keyframes|@font-face/.test(above)) continue
    for (const selector of head.split(/,\n/)) yield { path, selector: selector.trim() }
  }
}

test('a style sheet of a screen selects by a class or an attribute of its own, never every element of a kind', () => {
  const sheets = found('css').filter((path) => !path.startsWith('kit/'))
  const everywhere = sheets
    .flatMap((path) => [...unlayered(path)])
    .filter(({ selector }) => !/\.[\w-]|:global|\[data-|:root/.test(selector))
  assert.deepEqual(everywhere, [])
})

/** Cells that are pressed: rows of switches with their own look. */
const matrices = ['features/people/Matrix.tsx', 'features/settings/StepMatrix.tsx']

test('a table has the look of the kit', () => {
  const own = screens
    .filter(({ path }) => !matrices.includes(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/<table\b([^>]*)>/g)].map(([, said = '']) => ({ path, said: said.trim() })),
    )
    .filter(({ said }) => !/className=["{`]+table\b/.test(said))
  assert.deepEqual(own, [])
})
