import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyColumn } from '../define.ts'
import { isDefault, mergeColumns, moveItem, storeColumns, visibleColumns } from './config.ts'

const columns: AnyColumn[] = [
  { id: 'code', component: 'code', width: 120, pinned: true },
  { id: 'state', component: 'state', width: 130, props: { of: 'process_state' } },
  { id: 'power', component: 'dbm', width: 67, align: 'right', props: { warn: -24 } },
  { id: 'order', component: 'code', width: 116, hidden: true },
]
const ids = (shown: { column: AnyColumn }[]) => shown.map((one) => one.column.id)

test('without a stored configuration the declared columns apply', () => {
  const shown = mergeColumns(columns, undefined)
  assert.deepEqual(ids(shown), ['code', 'state', 'power', 'order'])
  assert.deepEqual(ids(visibleColumns(shown)), ['code', 'state', 'power'])
})

test('an empty configuration equals the declaration', () => {
  assert.deepEqual(mergeColumns(columns, []), mergeColumns(columns, undefined))
  assert.equal(isDefault(columns, mergeColumns(columns, [])), true)
  assert.equal(isDefault(columns, moveItem(mergeColumns(columns, []), 0, 1)), false)
})

test('a configuration reads back as it was stored', () => {
  const formatters = [{ name: 'decimals' as const, props: { places: 1 } }]
  const own = { pinned: true, width: 90, fixed: true, align: 'left' as const, formatters }
  const moved = moveItem(mergeColumns(columns, undefined), 2, 0)
  const changed = moved.map((one) => (one.column.id === 'power' ? { ...one, ...own } : one))
  const again = mergeColumns(columns, storeColumns(changed))
  assert.deepEqual(again, changed)
  assert.deepEqual(storeColumns(again), storeColumns(changed))
})

test('a column that no longer exists is dropped; a new one takes its declared place, hidden', () => {
  const stored = [
    { id: 'gone', visible: true, order: 0 },
    { id: 'power', visible: true, order: 1 },
    { id: 'code', visible: false, order: 2 },
    { id: 'code', visible: true, order: 3 },
  ]
  const shown = mergeColumns(columns, stored)
  assert.deepEqual(ids(shown), ['power', 'order', 'code', 'state'])
  assert.equal(shown[2]?.visible, false)
  assert.equal(shown.find((one) => one.column.id === 'state')?.visible, false)
})

test('unknown components, listeners and formatters fall back', () => {
  const format = { component: 'evil', listeners: ['open'], formatters: [{ name: 'eval' }] }
  const [, state] = mergeColumns(columns, [{ id: 'state', visible: true, order: 0, format }])
  assert.equal(state?.component, 'state')
  const formatters = [{ name: 'eval' }, { name: 'uppercase' }]
  const partly = { component: 'text', props: {}, listeners: ['copy', 'run'], formatters }
  const [, read] = mergeColumns(columns, [{ id: 'state', visible: true, order: 0, format: partly }])
  assert.deepEqual([read?.component, read?.listeners, read?.formatters], ['text', ['copy'], [{ name: 'uppercase' }]])
})

test('widths out of range are clamped', () => {
  const [one] = mergeColumns(columns, [{ id: 'code', visible: true, order: 0, width: 5 }])
  assert.equal(one?.width, 32)
})

test('moving an item keeps every item', () => {
  assert.deepEqual(moveItem(['a', 'b', 'c'], 0, 2), ['b', 'c', 'a'])
  assert.deepEqual(moveItem(['a', 'b', 'c'], 2, -1), ['c', 'a', 'b'])
  assert.deepEqual(moveItem(['a'], 5, 0), ['a'])
})
