import type { IndicatorKey } from '@hilo/contract/reports/indicators.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportQueryOf, daysOf, periodWord } from './report-query.ts'
import { rowsOf } from './places.ts'

const now = Date.parse('2026-11-20T14:48:00Z')
const asked = { from: '2026-11-01', to: '2026-11-20' }
const span = '2026-11-01..2026-11-20'

test('days of a period, both counted; a broken address is the last thirty days', () => {
  assert.deepEqual(daysOf({}, now), { from: '2026-10-22', to: '2026-11-20' })
  assert.deepEqual(daysOf({ periodo: '7d' }, now), { from: '2026-11-14', to: '2026-11-20' })
  assert.deepEqual(daysOf({ periodo: 'mes' }, now), { from: '2026-11-01', to: '2026-11-20' })
  assert.deepEqual(daysOf({ periodo: 'anterior' }, now), { from: '2026-10-01', to: '2026-10-31' })
  assert.deepEqual(daysOf({ desde: '2026-03-04', hasta: '2026-02-01' }, now), { from: '2026-02-01', to: '2026-03-04' })
  for (const broken of [{ periodo: 'siglo' }, { desde: '2026-99-99', hasta: '2026-01-01' }, { periodo: 'rango' }])
    assert.equal(periodWord(broken), '30d')
})

test('filters of the address travel as ids', () => {
  const asked = reportQueryOf({ contrata: '3~Nodo Sur', tecnico: 'x', zona: '28079', operador: '' }, now)
  assert.deepEqual(asked, { from: '2026-10-22', to: '2026-11-20', contractor_id: 3, ine_code: '28079' })
})

test('a figure leads to its rows only where the list can be narrowed in the same way', () => {
  const harmed = rowsOf('harmed_rate', asked, { contrata: '3~Nodo Sur' }, false)?.search
  assert.deepEqual(harmed, { created_at: span, contractor_id: '3~Nodo Sur', verdict: 'con_desconectados' })
  assert.equal(rowsOf('harmed_rate', asked, { zona: '28079' }, false), null)
  assert.equal(rowsOf('restore_median_s', asked, { contrata: '3' }, false), null)
  assert.equal(rowsOf('full_boxes', asked, { zona: '28079' }, false)?.search['ine_code'], '28079')
})

test('behind a figure are the rows that it counts and no others', () => {
  const search = (key: IndicatorKey, narrow = {}) => rowsOf(key, asked, narrow, false)?.search
  assert.deepEqual(search('ceased_lit', { operador: '2' }), { state: '4', light: 'con_luz', vno_id: '2' })
  assert.deepEqual(search('free_lit', { operador: '2', tecnico: '5' }), { state: '1', light: 'con_luz' })
  assert.deepEqual(search('review_old'), { state: '6', review: 'atrasada' })
  const labels = search('manual_labels', { tecnico: '5' })
  assert.deepEqual(labels, { created_at: span, technical_id: '5', label_source: 'manual' })
  assert.deepEqual(search('api_errors'), { at: span, http_status: '400..' })
  assert.deepEqual(search('restore_p90_s'), { detected_at: span, state: 'restaurado', role: 'trabajador' })
  assert.equal(rowsOf('restore_p90_s', asked, {}, true)?.search['role'], undefined)
  // The queue has no such filters, and no list filters by the power at the end of an installation.
  assert.equal(rowsOf('to_verify', asked, { tecnico: '5' }, false), null)
  assert.equal(rowsOf('install_rx', asked, {}, false), null)
})
