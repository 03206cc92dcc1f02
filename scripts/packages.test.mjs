import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packageFaults } from './packages.mjs'

const manifest = {
  name: '@hilo/server',
  dependencies: { pg: '8.0.0', zod: '4.0.0' },
  devDependencies: { '@types/koa': '3.0.0', 'fast-check': '4.0.0' },
}
const used = {
  'server/db.ts': "import pg from 'pg'\nimport * as z from 'zod/mini'",
  'server/db.test.ts': "import fc from 'fast-check'",
  'server/site.ts': "import type { Context } from 'koa'",
}
const judged = (texts, { isProduct = true, peers = [], more = {} } = {}) =>
  packageFaults({ manifest: { ...manifest, ...more }, texts: new Map(Object.entries(texts)), peers, isProduct })

test('declared imports are allowed, types by their own package', () => assert.deepEqual(judged(used), []))

for (const [kind, text] of [
  ['by name', "import koa from 'koa'"],
  ['by a file in it', "import { z } from 'zlib-next/mini'"],
  ['as a type', "import type { Options } from 'vite'"],
  ['when it is opened', `const lazy = () => import${`('@scope/lazy/part')`}`],
  ['again', "export { one } from 'left-pad'"],
])
  test(`a package imported ${kind} has to be declared where it is imported`, () =>
    assert.match(
      judged({ ...used, 'server/new.ts': text }).join('\n'),
      /^server\/new\.ts imports \S+, which @hilo\/server does not declare$/,
    ))

test('run-time imports must not be development packages', () => {
  const texts = { ...used, 'server/new.ts': "import fc from 'fast-check'" }
  assert.match(judged(texts).join('\n'), /^server\/new\.ts imports fast-check at run time/)
  assert.deepEqual(judged(texts, { isProduct: false }), [])
})

test('a package that no file uses is not declared', () => {
  const more = { dependencies: { ...manifest.dependencies, koa: '3.0.0', 'pg-copy': '1.0.0' } }
  const [one, ...others] = judged({ ...used, 'server/site.ts': '' }, { more })
  assert.match(one ?? '', /declares koa, which no file of it uses/)
  assert.equal(others.length, 2, others.join('\n'))
})

test('a package that another one demands is declared without being imported', () =>
  assert.deepEqual(
    judged(used, { more: { dependencies: { ...manifest.dependencies, hooks: '1.0.0' } }, peers: ['hooks'] }),
    [],
  ))
