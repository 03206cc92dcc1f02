import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prefilled, type PrefillContext } from './prefill.ts'
import type { Work } from '../work.ts'

const box = {
  connection_type: 1,
  label: 'VAL01-0312-07',
  code: '28079-VAL01-0312-07',
  ports: [
    { port: 3, port_state: 3 },
    { port: 5, port_state: 1 },
    { port: 4, port_state: 1 },
  ],
}
const known: PrefillContext = {
  facts: { ctoType: 'poste', opticClass: 'B+', dropLabel: null },
  box,
  habits: {},
  now: Date.parse('2026-11-20T10:22:00Z'),
}
const done = (step: string, data: object, checks: object[] = []) => ({
  step,
  status: 'done',
  data,
  checks,
  pictures: [],
})
const work = (part: object = {}) =>
  ({
    id: 7,
    work_kind: 'alta',
    created_at: '2026-11-20T10:00:00Z',
    started_at: null,
    port_number: null,
    steps: [],
    ...part,
  }) as unknown as Work

test('nothing that has to be looked at is ever filled in', () => {
  assert.deepEqual(prefilled('initial', work(), known), {})
  assert.deepEqual(prefilled('report', work(), known), {})
  assert.deepEqual(prefilled('port_available', work(), known), { port_number: 4 })
  assert.deepEqual(prefilled('power', work(), known), { wavelength_nm: 1490 })
})

test('the way to the box is the last one to a box of its kind, its time what has gone by', () => {
  const habits = { method: { poste: 'escalera' as const } }
  const way = prefilled('cto_access', work(), { ...known, habits })
  assert.deepEqual(way, { method: 'escalera', connection_type: 1, minutes: 25 })
  const chamber = { ...known, habits, facts: { ...known.facts, ctoType: 'camara' } }
  assert.equal('method' in prefilled('cto_access', work(), chamber), false)
})

test('the label read on arriving is the label of the box; one picked from a list has not been read', () => {
  const arrived = (read: string, read_by: string) =>
    prefilled('cto_enrollment', work({ steps: [done('initial', { cto_code_read: read, read_by })] }), known)
  assert.deepEqual(arrived(box.code, 'qr'), { label_read: box.label, label_source: 'qr', action: 'M' })
  assert.deepEqual(arrived(box.label, 'typed'), { label_read: box.label, label_source: 'manual', action: 'M' })
  assert.deepEqual(arrived(box.label, 'list'), {})
  assert.deepEqual(arrived('VAL01-0312-08', 'qr'), {})
})

test('the action on the drop follows from the work, and nothing of its make where it goes', () => {
  const action = (kind: string, dropLabel: string | null) => {
    const data = prefilled('drop_enrollment', work({ work_kind: kind }), { ...known, facts: { dropLabel } })
    return 'action' in data ? data.action : null
  }
  assert.equal(action('alta', null), 'A')
  assert.equal(action('alta', 'D28-1'), null)
  assert.equal(action('cambio_pelo', 'D28-1'), 'M')
  assert.equal(action('baja', 'D28-1'), 'B')
  const removal = prefilled('drop_enrollment', work({ work_kind: 'baja', port_number: 3 }), known)
  assert.deepEqual(removal, { port_number: 3, action: 'B' })
})

test('the serial is the one that the OLT has seen', () => {
  const seen = (level: string) => {
    const steps = [done('drop_enrollment', {}, [{ code: 'ont_detected', level, value: 'HWTC0A1B2C3D' }])]
    return prefilled('final_report', work({ steps }), known)
  }
  assert.deepEqual(seen('ok'), { ont_serial: 'HWTC0A1B2C3D', minutes: 25 })
  assert.deepEqual(seen('aviso'), { minutes: 25 })
})
