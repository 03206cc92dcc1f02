import assert from 'node:assert/strict'
import { processState } from '@hilo/domain/status.ts'
import { test } from 'node:test'
import { dayOf, presetDays, startOfDay } from './days.ts'
import { wireFilter, wireFilters } from './filter-text.ts'
import { readState, writeState, type ListState, type StateRules } from './url-state.ts'

const rules: StateRules = {
  filters: {
    created_at: { kind: 'time' },
    process_state: { kind: 'status', of: processState },
    cto_id: { kind: 'id' },
    kind: { kind: 'choice', values: ['a', 'b'] },
  },
  sorts: ['created_at', 'code'],
  views: [
    { id: 'hoy', filter: { created_at: 'hoy' } },
    { id: 'curso', filter: { process_state: '8,9' } },
    { id: 'todas', filter: {} },
  ],
}
const round = (state: ListState) => readState(writeState(state, rules), rules)

test('an empty URL is the first view', () => {
  const state = readState('', rules)
  assert.deepEqual(state, { view: 'hoy', filter: { created_at: 'hoy' }, search: '', sort: null, open: null })
  assert.equal(writeState(state, rules), '')
})

test('every state reads back as it was written', () => {
  const plain = { search: '', sort: null, open: null }
  const states: ListState[] = [
    { view: 'curso', filter: { process_state: '8,9' }, search: '', sort: ['code', 'asc'], open: 12 },
    { ...plain, view: 'hoy', filter: { created_at: 'hoy', cto_id: '7~VAL01-0312-07' }, search: 'josé & co' },
    { ...plain, view: 'todas', filter: {} },
    { ...plain, view: 'todas', filter: {}, search: 'VAL01' },
  ]
  for (const state of states) assert.deepEqual(round(state), state)
})

test('removing the last filter of the first view does not bring it back', () => {
  assert.deepEqual(round({ view: 'hoy', filter: {}, search: '', sort: null, open: null }).filter, {})
})

test('unknown parts are dropped, parameters of other features are kept', () => {
  const state = readState('?vista=curso&evil=1&orden=drop.asc&abierto=x', rules)
  assert.deepEqual(state, { view: 'curso', filter: { process_state: '8,9' }, search: '', sort: null, open: null })
  assert.equal(writeState(state, rules, '?evil=1&vista=hoy'), 'evil=1&vista=curso')
})

test('values that a list no longer has are dropped, the others stay', () => {
  const filterOf = (search: string) => readState(search, rules).filter
  assert.deepEqual(readState('?process_state=99', rules), readState('', rules), 'as if it were not there')
  assert.deepEqual(filterOf('?process_state=99,8&kind=c'), { process_state: '8' })
  assert.deepEqual(filterOf('?process_state=8,8,&kind=b,x,a'), { process_state: '8', kind: 'b,a' })
  assert.deepEqual(filterOf('?created_at=nunca&cto_id=x&q=VAL'), {}, 'nor what cannot be read')
  assert.equal(readState(`?q=${'x'.repeat(200)}`, rules).search.length, 100)
})

test('texts become API filters', () => {
  const now = Date.parse('2026-11-20T14:32:00Z')
  assert.deepEqual(wireFilter('status', '8,9', now), [8, 9])
  assert.deepEqual(wireFilter('code', 'VAL01*', now), { like: 'VAL01' })
  assert.equal(wireFilter('code', 'INT-1', now), 'INT-1')
  assert.equal(wireFilter('id', '12~VAL01', now), 12)
  assert.deepEqual(wireFilter('number', '..-24', now), { lte: -24 })
  assert.deepEqual(wireFilter('number', '-24.5..-8', now), { gte: -24.5, lte: -8 })
  assert.equal(wireFilter('boolean', '0', now), false)
  assert.deepEqual(wireFilter('time', 'hoy', now), { gte: '2026-11-19T23:00:00.000Z', lte: '2026-11-20T22:59:59.999Z' })
})

test('unreadable texts are no filter', () => {
  const now = 0
  for (const [kind, text] of [
    ['status', 'x'],
    ['id', '-1'],
    ['number', 'a..b'],
    ['time', 'nunca'],
    ['time', 'x..y'],
    ['code', '*'],
  ] as const)
    assert.equal(wireFilter(kind, text, now), undefined)
  assert.deepEqual(wireFilters({ a: { kind: 'status' } }, { a: '1', b: '2' }, now), { a: [1] })
})

test('days follow Madrid, daylight saving included', () => {
  assert.equal(dayOf(Date.parse('2026-11-19T23:30:00Z')), '2026-11-20')
  assert.equal(startOfDay('2026-07-01'), Date.parse('2026-06-30T22:00:00Z'))
  assert.equal(startOfDay('2026-03-29'), Date.parse('2026-03-28T23:00:00Z'))
  assert.equal(startOfDay('2026-03-30'), Date.parse('2026-03-29T22:00:00Z'))
  assert.equal(startOfDay('2026-10-25'), Date.parse('2026-10-24T22:00:00Z'))
  assert.deepEqual(presetDays('semana', Date.parse('2026-11-22T12:00:00Z')), ['2026-11-16', '2026-11-22'])
  assert.deepEqual(presetDays('mes', Date.parse('2026-11-20T12:00:00Z')), ['2026-11-01', '2026-11-20'])
})
