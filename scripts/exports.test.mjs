import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deadExports } from './exports.mjs'

const resolve = (_path, from) => (from.startsWith('./') ? from.slice(2) : undefined)
const dead = (files) =>
  deadExports(new Map(Object.entries(files)), resolve).map((sentence) => sentence.split(' exports ')[1]?.split(',')[0])

for (const [kind, text] of [
  ['function', 'export async function lonely() {}\nlonely()'],
  ['constant', 'export const lonely = 1\nconst twice = lonely + lonely'],
  ['part of an object', 'export const { lonely } = parts'],
  ['type', 'export interface lonely {}'],
  ['name gathered at the end', 'const lonely = 1\nexport { lonely }'],
])
  test(`an exported ${kind} that no other file uses is refused`, () =>
    assert.deepEqual(dead({ 'a.ts': text, 'b.ts': "import './a.ts'" }), ['lonely']))

for (const [way, text] of [
  ['by name', "import { used } from './a.ts'"],
  ['by another name', "import {\n  used as other,\n} from './a.ts'"],
  ['as a type', "import { type used } from './a.ts'"],
  ['with everything', "import * as all from './a.ts'"],
  ['when it is opened', `const one = () => import${"('./a.ts')"}`],
  ['passed on', "export { used as passed } from './a.ts'\nimport { passed } from './b.ts'"],
])
  test(`an export that another file takes ${way} is used`, () => {
    const files = { 'a.ts': 'export const used = 1', 'b.ts': text, 'c.ts': "import { passed } from './b.ts'" }
    assert.deepEqual(dead(files), [])
  })

test('a type used in its own file may be exported, because exported signatures may need it', () => {
  const own = 'export interface Made {}\nexport const made: Made = {}'
  assert.deepEqual(dead({ 'a.ts': own, 'b.ts': "import { made } from './a.ts'" }), [])
})
