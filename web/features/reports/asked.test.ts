import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedOf, daysOf, periodWord } from './asked.ts'
import { rowsOf } from './places.ts'

const now = Date.parse('2026-11-20T14:48:00Z')

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
  const asked = askedOf({ contrata: '3~Nodo Sur', tecnico: 'x', zona: '28079', operador: '' }, now)
  assert.deepEqual(asked, { from: '2026-10-22', to: '2026-11-20', contractor_id: 3, ine_code: '28079' })
})

test('a figure leads to its rows only where the list can be narrowed in the same way', () => {
  const asked = { from: '2026-11-01', to: '2026-11-20' }
  const harmed = rowsOf('harmed_rate', asked, { contrata: '3~Nodo Sur' })
  assert.deepEqual(harmed?.search, {
    created_at: '2026-11-01..2026-11-20',
    contractor_id: '3~Nodo Sur',
    verdict: 'con_desconectados',
  })
  assert.equal(rowsOf('harmed_rate', asked, { zona: '28079' }), null)
  assert.equal(rowsOf('restore_median_s', asked, { contrata: '3' }), null)
  assert.equal(rowsOf('full_boxes', asked, { zona: '28079' })?.search['ine_code'], '28079')
})
