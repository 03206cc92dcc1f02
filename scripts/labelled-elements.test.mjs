/** Screen readers ignore the label of an element without a role, and axe reports it only on the screens that show it. */
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseAst } from 'vite'
import { root } from './modules.mjs'

/** Elements without a role of their own. */
const generic = new Set(['div', 'span', 'p'])
const isNode = (value) => typeof value === 'object' && value !== null && typeof value.type === 'string'
function* nodes(node) {
  yield node
  for (const value of Object.values(node))
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* nodes(one)
}

function isUnheard({ type, name, attributes }) {
  if (type !== 'JSXOpeningElement' || !generic.has(name.name)) return false
  const names = attributes.map((one) => (one.type === 'JSXAttribute' ? one.name.name : '...'))
  return names.some((one) => /^aria-label(?:ledby)?$/.test(one)) && !names.includes('role') && !names.includes('...')
}
const unheard = (code) => [...nodes(parseAst(code, { lang: 'tsx' }))].filter(isUnheard)

test('a labelled div, span or paragraph has a role', () => {
  assert.equal(unheard('const a = <div aria-label="x" />').length, 1)
  assert.equal(unheard('const a = <div role="status" aria-label="x" />').length, 0)
  const files = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
  const screens = files.filter((path) => path.endsWith('.tsx') && !/(?:^|\/)(?:node_modules|dist)/.test(path))
  assert.ok(screens.length > 200)
  const found = screens.flatMap((path) => {
    const code = readFileSync(join(root, 'web', path), 'utf8')
    return code.includes('aria-label')
      ? unheard(code).map(({ start }) => `${path}: ${code.slice(start, start + 60)}`)
      : []
  })
  assert.deepEqual(found, [])
})
