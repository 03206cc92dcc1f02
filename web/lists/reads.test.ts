/** Every declared list asks its call for fields that the call knows, whatever columns a user shows. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { contract } from '@hilo/contract/index.ts'
import { fieldPaths } from '@hilo/contract/record-fields.ts'
import { mergeColumns } from './columns/config.ts'
import type { List } from './define.ts'
import { wantedFields } from './fields.ts'

// The session, which some lists ask for their columns, reads the page's address and the build's list of privileges.
Object.assign(globalThis, {
  window: new EventTarget(),
  location: new URL('https://hilo.test/vno'),
  __HILO_PRIVILEGES__: [],
  builtFor: {},
})
// Values that the build writes in place of `import.meta.env`.
registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.includes('/web/') || !loaded.source) return loaded
    return {
      ...loaded,
      source: Buffer.from(loaded.source as Buffer)
        .toString()
        .replaceAll('import.meta.env', 'builtFor'),
    }
  },
})

const isList = (value: unknown): value is List =>
  typeof value === 'object' && value !== null && 'reads' in value && 'columns' in value

const web = join(import.meta.dirname, '..')
const files = [...globSync('**/*.list.ts', { cwd: web }), 'features/ctos/cto-lists.ts'].filter(
  (file) => !file.includes('node_modules'),
)
const modules = await Promise.all(files.map((file) => import(join(web, file)) as Promise<Record<string, unknown>>))
const lists = modules.flatMap((module) => Object.values(module).filter(isList))

describe('fields of the declared lists', () => {
  it('are those of more than thirty lists', () => {
    assert.ok(lists.length > 30, String(lists.length))
  })

  for (const list of lists) {
    const known = fieldPaths(contract[list.path].list.record)
    const every = mergeColumns(list.columns, undefined).map((one) => ({
      ...one,
      visible: true,
      listeners: ['filter'] as const,
    }))

    it(`${list.name} (${list.path}): the call knows what its rows, its columns, their filters and its cards ask for`, () => {
      for (const cards of [false, true])
        assert.deepEqual(
          wantedFields(list, every, cards).filter((name) => !known.includes(name)),
          [],
        )
    })
  }
})
