/** Every declared list asks its call for what the call knows, whatever columns a user shows and whatever its address says. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { contract } from '@hilo/contract/index.ts'
import { filterSchema } from '@hilo/contract/filter.ts'
import { fieldPaths } from '@hilo/contract/record-fields.ts'
import { mergeColumns } from './columns/config.ts'
import type { List } from './define.ts'
import { wantedFields } from './fields.ts'
import { listFilters } from './state/filter-text.ts'
import { readState, rulesOf } from './state/url-state.ts'

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
      for (const cards of [false, true]) {
        const unknown = wantedFields(list, every, cards).filter((name) => !known.includes(name))
        assert.deepEqual(unknown, [])
      }
    })
  }
})

/** Of other versions, typed by hand, or cut by a mail program. */
const odd = [
  ...['99', '0', '-1', '1', '1.5', '1e99', 'NaN', '99999999999', '99999999999999999999', '..2147483648', '1,99', ','],
  ...['x', 'x'.repeat(65), 'x'.repeat(70) + '*', '**', '1~', '~', '..', 'a..b', 'hoy..ayer', 'null', '[object Object]'],
  ...['0000-01-01..', '..9999-12-31', '2026-13-01..', '2026-02-31..2026-03-01', '+012026-01-01..', '"1"', '"', '%'],
]

describe('addresses of the declared lists', () => {
  for (const list of lists)
    it(`${list.name} (${list.path}): the call accepts what is asked, whatever the address says`, () => {
      const { filters } = contract[list.path].list as { filters: Record<string, Parameters<typeof filterSchema>[0]> }
      for (const [field, spec] of Object.entries(filters).filter(([name]) => name in list.filters))
        for (const text of odd) {
          const state = readState(`?vista=-&${field}=${encodeURIComponent(text)}`, rulesOf(list))
          const asked = listFilters({ filters: list.filters }, state.filter, Date.now())[field]
          assert.ok(asked === undefined || filterSchema(spec).safeParse(asked).success, `${field}=${text}`)
        }
    })
})
