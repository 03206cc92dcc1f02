import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatNumber } from '../../ui/format.ts'
import { statusOf } from '../../ui/shapes/state-shape.ts'
import type { AnyColumn } from '../define.ts'
import { runChain } from '../registry/formatters.ts'
import { componentNames, formatterNames, isComponent, isFormatter, isListener } from '../registry/names.ts'
import { mergeColumns } from './config.ts'
import { cleanLists, cleanShared, mergeConfigs } from './stored-config.ts'

const view = (name: string, search = '') => ({ name, search })

test('any value in browser storage can be read', () => {
  const spoiled = [null, 7, 'x', [], [1], { a: null, b: 3, c: [] }, { a: { columns: 'x', views: 5 } }]
  for (const value of spoiled) for (const list of Object.values(cleanLists(value))) assert.deepEqual(list.columns, [])
  const lists = cleanLists({
    a: {
      columns: [null, 4, { id: 3 }, { id: 'code', order: 'x', width: '9', format: { component: 4 } }],
      views: [
        null,
        { name: 'Sin búsqueda' },
        { ...view('Buena', 'state=1'), columns: 'x' },
        { ...view('Suyas'), columns: [null, { id: 'code', visible: false }] },
      ],
      density: 'huge',
      default_view: {},
      version: 'x',
    },
  })
  assert.deepEqual(lists.a, {
    columns: [{ id: 'code', visible: true, order: 1 }],
    views: [view('Buena', 'state=1'), { ...view('Suyas'), columns: [{ id: 'code', visible: false, order: 0 }] }],
    version: 0,
  })
  assert.equal(mergeColumns([{ id: 'code', component: 'code', width: 90 }], lists.a.columns)[0]?.visible, true)
  assert.deepEqual(cleanShared({ a: [null, { name: 'V', search: 's', by: 'Ana', by_id: 2 }], b: 3 }), {
    a: [{ name: 'V', search: 's', by: 'Ana', by_id: 2 }],
    b: [],
  })
})

test('concurrent changes to different settings are both kept', () => {
  const base = { columns: [], views: [view('Una')] }
  const columns = [{ id: 'code', visible: true, order: 0 }]
  const mine = { ...base, columns }
  const theirs = { ...base, views: [view('Una'), view('Otra')], default_view: '@Otra' }
  assert.deepEqual(mergeConfigs(base, mine, theirs), { columns, views: theirs.views, default_view: '@Otra' })
})

test('views created, changed and deleted here are merged into the other copy', () => {
  const base = { columns: [], views: [view('Queda'), view('Cambia'), view('Quito')] }
  const mine = { columns: [], views: [view('Queda'), view('Cambia', 'mía'), view('Nueva')] }
  const theirs = { columns: [], views: [view('Queda', 'suya'), view('Cambia', 'suya'), view('Quito'), view('Ajena')] }
  const { views } = mergeConfigs(base, mine, theirs)
  assert.deepEqual(views, [view('Queda', 'suya'), view('Cambia', 'mía'), view('Ajena'), view('Nueva')])
})

/** Arbitrary values, weighted towards almost valid ones. */
const odd = fc.oneof(fc.anything({ maxDepth: 2 }), fc.constantFrom('__proto__', 'constructor', 1e9, -1, NaN, 'eval'))
const format = fc.record(
  {
    component: fc.oneof(fc.constantFrom(...componentNames), odd),
    props: fc.oneof(fc.dictionary(fc.constantFrom('decimals', 'of', 'warn', 'align', 'text'), odd), odd),
    listeners: fc.oneof(fc.array(odd), odd),
    formatters: fc.oneof(
      fc.array(
        fc.record({
          name: fc.oneof(fc.constantFrom(...formatterNames), odd),
          props: fc.dictionary(fc.constantFrom('places', 'length', 'shown', 'text'), odd),
        }),
      ),
      odd,
    ),
  },
  { requiredKeys: [] },
)
const column = fc.record(
  { id: fc.constantFrom('code', 'power', 'x'), visible: odd, order: odd, width: odd, pinned: odd, format },
  { requiredKeys: ['id'] },
)

test('S29 whatever is stored, a column renders with a registered component and plain settings, and never fails to render', () => {
  const columns: AnyColumn[] = [
    { id: 'code', component: 'code', width: 120 },
    { id: 'power', component: 'dbm', width: 67, props: { warn: -24 } },
  ]
  const stored = fc.record({ a: fc.record({ columns: fc.oneof(fc.array(column, { maxLength: 4 }), odd) }) })
  const scalars = (props: object) => Object.values(props).every((one) => /^(?:string|number|boolean)$/.test(typeof one))
  fc.assert(
    fc.property(stored, fc.oneof(fc.double(), fc.string(), fc.constant(null)), (lists, value) => {
      const shown = mergeColumns(columns, cleanLists(lists).a?.columns)
      assert.deepEqual(shown.map((one) => one.column.id).sort(), ['code', 'power'])
      for (const one of shown) {
        assert.ok(isComponent(one.component) && one.listeners.every(isListener) && scalars(one.props))
        assert.ok(one.formatters.every(({ name, props }) => isFormatter(name) && scalars(props ?? {})))
        assert.ok(one.width >= 32 && one.width <= 1200)
        const text = runChain({ value, text: value === null ? null : String(value) }, one.formatters)
        assert.ok(text === null || typeof text === 'string')
        assert.equal(typeof formatNumber(1.5, Number(one.props['decimals'] ?? 0)), 'string')
        statusOf(String(one.props['of']), 1)
      }
    }),
    { numRuns: 500, seed: 29 },
  )
})
