import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeColumns } from '../columns/config.ts'
import type { AnyColumn } from '../define.ts'
import { fitting, layoutOf } from './layout.ts'

const columns: AnyColumn[] = [
  { id: 'code', component: 'code', width: 90, pinned: true },
  { id: 'state', component: 'state', width: 100 },
  { id: 'name', component: 'text', width: 100 },
  { id: 'created_at', component: 'date', width: 100, sort: 'created_at', props: { style: 'day' } },
  { id: 'duration_s', component: 'duration', width: 100 },
]
const shown = mergeColumns(columns, undefined)
const left = (room: number, more = shown) =>
  fitting(more, room, { sorted: ['created_at'] }).map(({ column }) => column.id)

test('beside an open panel the last columns give way until the others fit', () => {
  assert.deepEqual(left(512), ['code', 'state', 'name', 'created_at', 'duration_s'])
  assert.deepEqual(left(500), ['code', 'state', 'name', 'created_at'])
  assert.deepEqual(left(330), ['code', 'state', 'created_at'])
  for (const room of [512, 450, 330, 212])
    assert.ok(layoutOf(fitting(shown, room, { sorted: ['created_at'] })).width <= room, String(room))
})

test('a code has room for its widest figures, unless the user set the width', () => {
  const [code] = shown
  assert.ok(code)
  assert.equal(layoutOf([code], {}, 36).width, 36 + 100)
  assert.equal(layoutOf([{ ...code, fixed: true }], {}, 36).width, 36 + 90)
})

test('the name of a row, its order and what the user made wider never give way', () => {
  assert.deepEqual(left(0), ['code', 'created_at'])
  const wide = shown.map((one) => (one.column.id === 'name' ? { ...one, width: 300, fixed: true } : one))
  assert.deepEqual(left(0, wide), ['code', 'name', 'created_at'])
})
