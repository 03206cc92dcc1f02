import type { StepCheck } from '@hilo/domain/step-checks.ts'
import { columnOf } from '@hilo/domain/test/columns.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '../../../offline/operation.ts'
import { fieldOf, nextAct } from './next-act.ts'
import {
  adjacentStep,
  dueSteps,
  isUnderWay,
  lastTouch,
  isOpenDoubt,
  isUpstream,
  openAlarms,
  openStep,
  stepOf,
  withPending,
  type Alarm,
  type Work,
} from '../work.ts'

const step = (name: string, status: string, data: object = {}) => ({
  step: name,
  status,
  started_at: null,
  done_at: null,
  active_ms: 0,
  data,
  checks: [],
  pictures: [],
  skipped_reason: null,
})
const work = (part: object) =>
  ({ id: 7, work_kind: 'alta', process_state: 8, steps: [], neighbours: { alarms: null }, ...part }) as unknown as Work
const operation = (path: string, query: object, state: Operation['state'] = 'saved') =>
  ({ client_request_id: path, group: '7', path, query, state, order: 1 }) as unknown as Operation

test('the work asks for its own steps and goes on at the first that is not done', () => {
  const repair = work({ work_kind: 'averia', steps: [step('initial', 'done')] })
  assert.deepEqual(dueSteps(repair), ['initial', 'report', 'power', 'final_report'])
  assert.equal(openStep(repair), 'report')
  assert.equal(adjacentStep(repair, 'report', 1), 'power')
  assert.equal(adjacentStep(repair, 'initial', -1), null)
  const moved = work({ work_kind: 'averia', steps: [step('port_available', 'started')] })
  assert.ok(dueSteps(moved).includes('drop_enrollment'), 'a port that changes brings its steps along')
})

test('what is on its way counts, what was refused does not', () => {
  const save = { step: 'power', status: 'done', data: { power_dbm: -20.8 } }
  const upload = { step: 'power', label_kind: 1 }
  const now = withPending(work({ steps: [step('power', 'started', { wavelength_nm: 1490 })] }), [
    operation('admin_vno/events/step/save', save),
    operation('admin_vno/enrollments/pictures/upload', upload),
  ])
  const power = now.steps?.find((one) => one.step === 'power')
  assert.equal(power?.status, 'done')
  assert.deepEqual(power?.data, { wavelength_nm: 1490, power_dbm: -20.8 })
  assert.equal(power?.pictures.length, 1)
  const refused = work({ steps: [step('power', 'started')] })
  assert.equal(withPending(refused, [operation('admin_vno/events/step/save', save, 'rejected')]), refused)
  // A sent operation counts until the record's version includes it.
  const taken = { ...operation('admin_vno/events/step/save', save, 'sent'), told: 5 }
  const statusOf = (version: number) =>
    withPending({ ...refused, version }, [taken]).steps?.find(({ step: of }) => of === 'power')?.status
  assert.deepEqual([statusOf(4), statusOf(5)], ['done', 'started'])
  // A draft does not reopen a step completed elsewhere.
  const finished = work({ steps: [step('power', 'done', { power_dbm: -20.8 })] })
  const typing = { step: 'power', status: 'started', data: { power_dbm: -25 }, draft: true }
  const seen = withPending(finished, [operation('admin_vno/events/step/save', typing)])
  const shown = seen.steps?.find((one) => one.step === 'power')
  assert.deepEqual(shown, finished.steps?.[0])
})

test('a picture on its way proves the figure and the port that it was taken of, and no other', () => {
  const [save, upload] = ['admin_vno/events/step/save', 'admin_vno/enrollments/pictures/upload']
  const taken = (value: number | null, port: number) =>
    operation(upload, { step: 'power', label_kind: 1, bound: { figure: 'power_dbm', value, port } })
  const done = (power_dbm: number) =>
    operation(save, { step: 'power', status: 'done', data: { power_dbm, wavelength_nm: 1490 } })
  const next = (operations: Operation[], power_dbm?: number) => {
    const now = withPending(work({ port_number: 3 }), operations)
    const { data, pictures } = stepOf(now, 'power')
    const typed = { wavelength_nm: 1490 as const, ...data, ...(power_dbm !== undefined && { power_dbm }) }
    const port = now.steps?.find((one) => one.step === 'port_available')?.data['port_number'] ?? now.port_number
    const context = { workKind: 'alta' as const }
    return nextAct({ step: 'power', data: typed, context, checks: [], pictures, port: port as number }).kind
  }
  assert.equal(next([taken(-25.5, 3)], -25.5), 'done')
  assert.equal(next([taken(-25.5, 3)], -20), 'picture')
  assert.equal(next([taken(-20, 13)], -20), 'picture')
  // A picture without a binding is bound by completing the step.
  assert.equal(next([taken(null, 3), done(-20)], -20), 'done')
  assert.equal(next([taken(null, 3), done(-20)], -25), 'picture')
  const found = { port_number: 5, found: 'libre' }
  const elsewhere = operation(save, { step: 'port_available', status: 'done', data: found })
  const moved = withPending(work({ port_number: 3 }), [taken(-20, 3), done(-20), elsewhere])
  const power = stepOf(moved, 'power')
  assert.deepEqual([power.status, power.data['power_dbm']], ['paused', null])
  assert.equal(next([taken(-20, 3), done(-20), elsewhere], -20), 'picture')
})

test('a cut that lasts is an alarm unless the customer switched off', () => {
  const cut = { port: 7, class: null, gasp: false, down_at: '2026-11-20T14:32:07.000Z' }
  const alarms = [cut, { ...cut, port: 2 }, { ...cut, port: 3, gasp: true }, { ...cut, port: 4, class: 'microcorte' }]
  assert.deepEqual(columnOf(openAlarms(work({ neighbours: { alarms } })), 'port'), [2, 7])
  assert.deepEqual(openAlarms(work({})), [])
})

test('a tree that fell is told apart from a darkness that nobody can explain, and neither is the technician’s', () => {
  const open = { port: 7, class: 'no_concluyente', up_at: null, gasp: false } as Alarm
  const kinds = (alarm: Alarm) => [isUpstream(alarm), isOpenDoubt(alarm)]
  // Alarms stored by earlier versions have no doubt.
  assert.deepEqual([open, { ...open, doubt: 'outage' as const }].map(kinds), [[true, false], [true, false]]) // prettier-ignore
  for (const doubt of ['box_feeder', 'power_cut', 'silent', 'dark_after_outage'] as const)
    assert.deepEqual(kinds({ ...open, doubt }), [false, true])
  assert.deepEqual(kinds({ ...open, doubt: 'box_feeder', up_at: '2026-11-20T14:32:07.000Z' }), [false, false])
  assert.deepEqual(openAlarms(work({ neighbours: { alarms: [open] } })), [])
})

test('an opening that failed is still somebody’s work; what is closed is not', () => {
  for (const state of [2, 9, 8, 6, 4, 10, 7]) assert.ok(isUnderWay({ process_state: state }), String(state))
  for (const state of [1, 3, 5, 11, 12]) assert.ok(!isUnderWay({ process_state: state }), String(state))
})

test('the last touch is the newest time of any step', () => {
  const steps = [{ ...step('report', 'done'), done_at: '2026-11-20T10:00:00.000Z' }, step('power', 'iddle')]
  assert.equal(lastTouch(work({ steps })), Date.parse('2026-11-20T10:00:00.000Z'))
  assert.equal(lastTouch(work({})), null)
})

const asking = { context: { workKind: 'alta' as const }, pictures: [], checks: [] as StepCheck[] }
const wrong = (code: StepCheck['code']): StepCheck => ({ code, level: 'bloqueo', value: null, limit: null })

test('the main button is the first thing that is missing', () => {
  const asked = { ...asking, step: 'power' as const }
  const whole = { power_dbm: -20.8, wavelength_nm: 1490 }
  assert.deepEqual(nextAct({ ...asked, data: { wavelength_nm: 1490 } }), { kind: 'field', field: 'power_dbm' })
  assert.equal(nextAct({ ...asked, data: whole }).kind, 'picture')
  assert.equal(nextAct({ ...asked, data: whole, pictures: [{ label_kind: 2 }] }).kind, 'picture')
  assert.equal(nextAct({ ...asked, data: whole, pictures: [{ label_kind: 1 }] }).kind, 'done')
  const check: StepCheck = { code: 'power', level: 'bloqueo', value: -25.3, limit: -24 }
  assert.deepEqual(nextAct({ ...asked, data: whole, checks: [check] }), { kind: 'hair', check })
  assert.equal(fieldOf(check), 'power_dbm')
  const barred = { ...asked, step: 'cto_access' as const, data: { no_access_reason: '' } }
  assert.deepEqual(nextAct(barred), { kind: 'field', field: 'no_access_reason' })
})

test('what is missing becomes the button: the port that is no good, the one that is free, the picture that ends a step', () => {
  const port = { step: 'port_available' as const, data: { port_number: 5 } }
  assert.deepEqual(nextAct({ ...asking, ...port }), { kind: 'free' })
  assert.deepEqual(nextAct({ ...asking, ...port, checks: [wrong('port_found')] }).kind, 'hair')
  const removal = { ...asking, context: { workKind: 'baja' as const } }
  assert.deepEqual(nextAct({ ...removal, ...port, checks: [wrong('port_found')] }).kind, 'check')
  const power = { step: 'power' as const, data: { power_dbm: -27, wavelength_nm: 1490 } }
  assert.equal(nextAct({ ...asking, ...power, checks: [wrong('power')] }).kind, 'hair')
  const barred = { step: 'cto_access' as const, data: { no_access_reason: 'Sin llave' } }
  const picture = nextAct({ ...asking, ...barred, checks: [wrong('access')] })
  assert.deepEqual([picture.kind, picture.kind === 'picture' && picture.last], ['picture', true])
  const seen = nextAct({ ...asking, ...barred, checks: [wrong('access')], pictures: [{ label_kind: null }] })
  assert.equal(seen.kind, 'check')
})

test('what an operator asks for beside it counts: a step, a picture', () => {
  const extra = { steps: ['power' as const], pictures: ['cto_access' as const] }
  const due = dueSteps({ ...work({ work_kind: 'mantenimiento' }), extra })
  assert.deepEqual(due, ['initial', 'report', 'power', 'cto_enrollment', 'final_report'])
  const data = { method: 'llave' as const, connection_type: 0, minutes: 5 }
  assert.equal(nextAct({ ...asking, step: 'cto_access', data, extra }).kind, 'picture')
  assert.equal(nextAct({ ...asking, step: 'cto_access', data }).kind, 'done')
})
