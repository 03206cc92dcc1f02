import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeColumns, type ShownColumn } from './columns/config.ts'
import type { AnyColumn } from './define.ts'
import { comesWith, wantedFields } from './fields.ts'

const columns: AnyColumn[] = [
  { id: 'code', component: 'code', width: 120 },
  { id: '=box', component: 'code', width: 90, value: () => null },
  { id: 'ont.serial', component: 'code', width: 120 },
  { id: 'order.code', component: 'code', width: 116, hidden: true },
]
const list = { reads: ['state', 'cto.code'], filters: { ont_id: { kind: 'id' }, code: { kind: 'code' } } } as const
const shown = mergeColumns(columns, undefined)
const showing = (id: string): ShownColumn[] =>
  shown.map((one) => (one.column.id === id ? { ...one, visible: true } : one))

test('a table asks for what its rows always read and for its visible columns, once each and in one order', () => {
  assert.deepEqual(wantedFields(list, shown, false), ['code', 'cto.code', 'ont.serial', 'state'])
  assert.deepEqual(wantedFields(list, shown.toReversed(), false), wantedFields(list, shown, false))
  assert.deepEqual(wantedFields({ ...list, reads: ['code'] }, shown, false), ['code', 'ont.serial'])
})

test('a column that is shown adds its field; a computed one adds nothing', () => {
  const orders = wantedFields(list, showing('order.code'), false).filter((name) => name.startsWith('order'))
  assert.deepEqual(orders, ['order.code'])
})

test('a column that filters by the id of what it shows asks for that id, only where a press filters', () => {
  const pressed = (filter: string, listeners: ShownColumn['listeners']): ShownColumn[] =>
    shown.map((one) =>
      one.column.id === 'ont.serial' ? { ...one, column: { ...one.column, filter }, listeners } : one,
    )
  assert.equal(wantedFields(list, pressed('ont_id', ['open', 'filter']), false).includes('ont_id'), true)
  assert.equal(wantedFields(list, pressed('ont_id', ['open']), false).includes('ont_id'), false)
  assert.deepEqual(wantedFields(list, pressed('code', ['filter']), false), wantedFields(list, shown, false))
})

test('a column asks for the field that brings what it shows', () => {
  const product = mergeColumns([{ id: 'product.code', field: 'product', component: 'code', width: 90 }], undefined)
  assert.deepEqual(wantedFields({ ...list, reads: [] }, product, false), ['product'])
})

test('cards ask for what their lines read, whatever columns the table shows', () => {
  assert.deepEqual(wantedFields(list, shown, true), ['cto.code', 'state'])
})

test('rows are asked for again only if a wanted field did not come', () => {
  const asked = ['code', 'cto', 'ont.serial']
  assert.equal(comesWith(asked, ['code', 'cto.code']), true)
  assert.equal(comesWith(asked, ['ont.serial']), true)
  assert.equal(comesWith(asked, ['ont']), false)
  assert.equal(comesWith(asked, ['ont.model']), false)
})
