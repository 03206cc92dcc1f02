import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mandatorySteps, missingOf, readyToFinalize, requiredPictures, stepMayBecome } from './field-steps.ts'
import type { StepRecord } from './field-steps.ts'
import type { ProcessState } from './event.ts'
import { fieldSteps, processState, stepProgress, stepStatuses, workKinds } from './status.ts'
import type { FieldStep, StepStatus, WorkKind } from './status.ts'

const numbers = (steps: FieldStep[]) => steps.map((step) => fieldSteps.indexOf(step) + 1)
const kindOf: Partial<Record<FieldStep, number>> = { power: 1, cto_enrollment: 2, drop_enrollment: 3 }
const done = (step: FieldStep, extra: Partial<StepRecord> = {}): StepRecord => ({
  step,
  status: 'done',
  data: {},
  checks: [{ code: 'order', level: 'ok' }],
  pictures: [{ label_kind: kindOf[step] ?? null }],
  ...extra,
})
const allDone = (workKind: WorkKind) => mandatorySteps(workKind).map((step) => done(step))
const nothing = { steps: [], checks: [], pictures: [] }

test('each kind of work has its steps', () => {
  assert.deepEqual(numbers(mandatorySteps('alta')), [1, 2, 3, 4, 5, 6, 7, 8])
  assert.deepEqual(numbers(mandatorySteps('baja')), [1, 2, 3, 7, 8])
  assert.deepEqual(numbers(mandatorySteps('averia')), [1, 2, 5, 8])
  assert.deepEqual(numbers(mandatorySteps('averia', { portChanges: true })), [1, 2, 4, 5, 7, 8])
  assert.deepEqual(numbers(mandatorySteps('cambio_pelo')), [1, 2, 3, 4, 5, 7, 8])
  assert.deepEqual(numbers(mandatorySteps('mantenimiento', { portChanges: true })), [1, 2, 6, 8])
})

test('a step moves forward, and reopens only while the CTO is being worked on', () => {
  const moves = (event: ProcessState) =>
    stepStatuses.flatMap((from) =>
      stepStatuses.flatMap((to) => (stepMayBecome(from, to, event) ? [`${from} ${to}`] : [])),
    )
  const forward = ['iddle', 'paused', 'started'].flatMap((from) =>
    ['paused', 'started', 'done', 'cancelled'].map((to) => `${from} ${to}`),
  )
  const again = ['done paused', 'done started', 'done done', 'cancelled paused', 'cancelled started']
  for (const state of processState.values as ProcessState[]) {
    const expected = [8, 4].includes(state) ? [...forward, ...again] : [2, 9].includes(state) ? forward : []
    assert.deepEqual(moves(state), expected, String(state))
  }
})

test('an empty step lacks all mandatory fields', () => {
  const lacking: Record<FieldStep, string> = {
    initial: 'prl.altura prl.tension cto_code_read read_by',
    report: 'box tidy free_ports_seen loose_fibres',
    cto_access: 'method connection_type minutes',
    port_available: 'port_number found',
    power: 'power_dbm wavelength_nm',
    cto_enrollment: 'label_read label_source action',
    drop_enrollment: 'drop_label_read label_source port_number action length_m drop_type connection_type fibre_no',
    final_report: 'ont_serial rx_dbm speed_ok customer_present minutes',
  }
  for (const step of fieldSteps) assert.equal(missingOf(step, {}, { workKind: 'alta' }).join(' '), lacking[step], step)
})

test('mandatory fields depend on the work and on recorded values', () => {
  const baja = { workKind: 'baja' } as const
  const alta = { workKind: 'alta' } as const
  const inChamber = missingOf('initial', {}, { ...alta, ctoType: 'camara' })
  assert.deepEqual(inChamber.slice(0, 3), ['prl.altura', 'prl.tension', 'prl.gas'])
  assert.deepEqual(missingOf('cto_access', { no_access_reason: 'Nadie abre' }, alta), [])
  const removed = missingOf('drop_enrollment', { action: 'B' }, baja)
  assert.deepEqual(removed, ['drop_label_read', 'label_source', 'port_number'])
  assert.ok(missingOf('drop_enrollment', { action: 'R' }, alta).includes('replaced_label'))
  assert.deepEqual(missingOf('final_report', {}, baja), ['minutes'])
})

test('zero and false are answers, blanks are not', () => {
  const prl = { altura: false, tension: false }
  const initial = { prl, cto_code_read: ' ', read_by: 'qr' } as const
  assert.deepEqual(missingOf('initial', initial, { workKind: 'alta' }), ['cto_code_read'])
  const report = { box: 'cerrada', tidy: 3, free_ports_seen: 0, loose_fibres: false } as const
  assert.deepEqual(missingOf('report', report, { workKind: 'alta' }), [])
})

test('each step has its picture', () => {
  const reasons = (workKind: WorkKind) =>
    mandatorySteps(workKind).flatMap((step) =>
      requiredPictures(step, {}, workKind).map(({ label_kind, reason }) => `${label_kind} ${reason}`),
    )
  assert.deepEqual(reasons('alta'), ['null open_box', '1 meter', '2 cto_label', '3 drop_label', 'null closed_box'])
  assert.deepEqual(reasons('baja'), ['null open_box', 'null free_port', 'null closed_box'])
  const port = { label_kind: null, reason: 'port' }
  for (const found of [800, 801, '800', '801'] as const)
    assert.deepEqual(requiredPictures('port_available', { found }, 'alta'), [port])
  for (const found of ['libre', 802] as const)
    assert.deepEqual(requiredPictures('port_available', { found }, 'alta'), [])
  const shut = requiredPictures('cto_access', { no_access_reason: 'Nadie abre' }, 'alta')
  assert.deepEqual(shut, [{ label_kind: null, reason: 'no_access' }])
})

test('all done, nothing blocking, all pictures: ready; any missing one is named', () => {
  for (const workKind of workKinds) {
    const steps = allDone(workKind)
    assert.deepEqual(readyToFinalize(workKind, steps), nothing, workKind)
    for (const status of stepStatuses.filter((one): one is Exclude<StepStatus, 'done'> => one !== 'done')) {
      const [, second, ...rest] = steps
      assert.ok(second && steps[0])
      assert.deepEqual(readyToFinalize(workKind, [steps[0], { ...second, status }, ...rest]).steps, [second.step])
    }
    assert.deepEqual(readyToFinalize(workKind, []).steps, mandatorySteps(workKind))
  }
})

test('a blocking check blocks, a warning does not', () => {
  const [first, ...rest] = allDone('averia')
  assert.ok(first)
  const checks = [
    { code: 'distance', level: 'aviso' },
    { code: 'prl', level: 'bloqueo' },
  ] as const
  const due = readyToFinalize('averia', [{ ...first, checks }, ...rest])
  assert.deepEqual(due, { ...nothing, checks: [{ step: 'initial', code: 'prl' }] })
})

test('a picture of another kind is no evidence', () => {
  const steps = allDone('averia').map((one) => (one.step === 'power' ? { ...one, pictures: [{ label_kind: 2 }] } : one))
  const pictures = [{ step: 'power', label_kind: 1, reason: 'meter' }]
  assert.deepEqual(readyToFinalize('averia', steps), { ...nothing, pictures })
})

test('a repair that changes the port requires the port steps', () => {
  const steps = [...allDone('averia'), done('port_available')]
  assert.deepEqual(readyToFinalize('averia', steps).steps, ['drop_enrollment'])
  for (const status of ['iddle', 'cancelled'] as const) {
    const untouched = [...allDone('averia'), done('port_available', { status, pictures: [] })]
    assert.deepEqual(readyToFinalize('averia', untouched), nothing, status)
  }
})

test('the status of a step maps to the progress of the specification', () => {
  assert.deepEqual(stepProgress, {
    iddle: 'NOT_STARTED',
    paused: 'NOT_STARTED',
    started: 'IN_PROGRESS',
    done: 'COMPLETED',
    cancelled: 'FAILED',
  })
})
