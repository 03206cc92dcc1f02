import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { limits, opticClasses } from './optics.ts'
import { liveReadings } from './port.ts'
import type { PortState } from './port.ts'
import { checkLevels, checksOf } from './step-checks.ts'
import type { CheckCode, StepFacts } from './step-checks.ts'
import { enrollmentActions, fieldSteps, workKinds } from './status.ts'
import type { FieldStep } from './status.ts'
import type { StepData } from './step-data.ts'

const B: StepFacts = { opticClass: 'B+' }
/** Level of one check, or undefined if there is none. */
function level<S extends FieldStep>(code: CheckCode, step: S, data: StepData[S], facts: StepFacts = {}) {
  return checksOf(step, data, facts).find((one) => one.code === code)?.level
}

test('an unknown fact is not judged', () => {
  for (const step of fieldSteps) {
    const judged = checksOf(step, {}, {}).filter(({ code }) => code !== 'position')
    assert.deepEqual(judged, [], step)
  }
  assert.equal(level('power', 'power', { power_dbm: -21 }), undefined)
  assert.equal(level('ont_rx', 'final_report', { rx_dbm: null }, B), undefined)
  assert.equal(level('port_light', 'port_available', { port_number: 7 }, { live: 'unreadable' }), undefined)
})

test('the technician is authorized, and at the right CTO', () => {
  const prl = (prlValid: boolean) => level('prl', 'initial', {}, { prlValid })
  assert.deepEqual([prl(true), prl(false)], ['ok', 'bloqueo'])
  assert.equal(level('order', 'initial', {}, { orderOpen: false }), 'bloqueo')
  const ctoCodes = ['VAL01-0312-07', 'MAT-07']
  const read = (cto_code_read: string) => level('cto_code', 'initial', { cto_code_read }, { ctoCodes })
  assert.deepEqual(['val01-0312-07 ', 'MAT-07', 'VAL01-0312-08'].map(read), ['ok', 'ok', 'bloqueo'])
  const far = (distanceM: number) => level('distance', 'initial', {}, { distanceM })
  assert.deepEqual([0, 250, 250.1].map(far), ['ok', 'ok', 'aviso'])
  const position = { lat: 39.4, lon: -0.3, accuracy_m: 8 }
  assert.deepEqual([level('position', 'initial', {}), level('position', 'initial', { position })], ['aviso', undefined])
  const gas = (ctoType: string, tick: boolean) => level('gas', 'initial', { prl: { gas: tick } }, { ctoType })
  assert.deepEqual([gas('camara', true), gas('camara', false), gas('poste', false)], ['ok', 'bloqueo', undefined])
})

test('a condition needs an explanation', () => {
  const report = (data: StepData['report']) => level('comment', 'report', data)
  assert.equal(report({ conditions: [], tidy: 2 }), undefined)
  assert.equal(report({ conditions: [996], comments: ' tapa rota ' }), 'bloqueo')
  assert.equal(report({ conditions: [996], comments: 'tapa rota.' }), 'ok')
  assert.equal(report({ tidy: 1, comments: null }), 'aviso')
  assert.equal(level('access', 'cto_access', { no_access_reason: 'Nadie abre' }), 'bloqueo')
  assert.equal(level('access', 'cto_access', { method: 'llave' }), 'ok')
})

test('a port in use by another access is never worked on', () => {
  const live = liveReadings.map((one) => [one, level('port_light', 'port_available', {}, { live: one })] as const)
  const levels = { dark: 'ok', expected: 'ok', stranger: 'bloqueo', unreadable: undefined }
  assert.deepEqual(Object.fromEntries(live), levels)
  const found = (['libre', 800, 801, 802, '800'] as const).map((one) =>
    level('port_found', 'port_available', { found: one }),
  )
  assert.deepEqual(found, ['ok', 'bloqueo', 'bloqueo', 'bloqueo', 'bloqueo'])
  const state = (portState: PortState, portOwn?: boolean) =>
    level('port_state', 'port_available', {}, { portState, portOwn })
  const own = (one: PortState) => state(one, true)
  assert.deepEqual(([1, 2, 3, 4, 5, 6] as const).map(own), ['ok', 'ok', 'ok', 'bloqueo', 'bloqueo', 'bloqueo'])
  const others = [state(1, false), state(2, false), state(3, false), state(2)]
  assert.deepEqual(others, ['ok', 'bloqueo', 'bloqueo', undefined])
})

test('a power is judged by its place and the class of the OLT', () => {
  const at = (power_dbm: number) => level('power', 'power', { power_dbm }, B)
  assert.deepEqual([-22, -22.01, -24, -24.01, -8, -7.99].map(at), ['ok', 'aviso', 'aviso', 'bloqueo', 'ok', 'bloqueo'])
  assert.equal(level('power', 'power', { power_dbm: -24.01 }, { opticClass: 'C+' }), 'aviso')
  assert.equal(level('roseta', 'power', { roseta_dbm: -26.01 }, B), 'bloqueo')
  assert.equal(level('ont_rx', 'final_report', { rx_dbm: -25 }, B), 'aviso')
  assert.equal(level('olt_rx', 'final_report', {}, { ...B, oltRxDbm: -27.6 }), 'bloqueo')
  const [high] = checksOf('power', { power_dbm: -5 }, B)
  assert.deepEqual(high, { code: 'power', level: 'bloqueo', value: -5, limit: -8 })
  const [low] = checksOf('power', { power_dbm: -25 }, B)
  assert.deepEqual(low, { code: 'power', level: 'bloqueo', value: -25, limit: -24 })
  for (const opticClass of opticClasses) {
    const { good } = limits('ont', opticClass)
    assert.equal(level('ont_rx', 'final_report', { rx_dbm: good }, { opticClass }), 'ok', opticClass)
  }
})

test('measurements agree with each other, with their picture and with the tree', () => {
  const pair = (power_dbm: number, roseta_dbm: number) => ({ power_dbm, roseta_dbm })
  const loss = (end: number) => level('drop_loss', 'power', pair(-19.2, end))
  assert.deepEqual([-20.7, -20.71, -22.2, -22.21].map(loss), ['ok', 'aviso', 'aviso', 'bloqueo'])
  assert.equal(level('drop_loss', 'final_report', { rx_dbm: -23 }, { portDbm: -19 }), 'bloqueo')
  assert.equal(level('drop_gain', 'power', pair(-20, -19.5)), undefined)
  assert.equal(level('drop_gain', 'power', pair(-20, -19.49)), 'aviso')
  const picture = (pictureDbm: number) => level('meter_picture', 'power', { power_dbm: -21.4 }, { pictureDbm })
  assert.deepEqual([-21.4, -21.7, -21.1, -21.71, 21.4].map(picture), ['ok', 'ok', 'ok', 'bloqueo', 'bloqueo'])
  const among = (rx_dbm: number) => level('siblings', 'final_report', { rx_dbm }, { siblingsDbm: -20 })
  assert.deepEqual([-23, -23.1, -25, -25.1].map(among), ['ok', 'aviso', 'aviso', 'bloqueo'])
  const nm = (wavelength_nm: number, opticClass: 'B+' | 'N1') =>
    level('wavelength', 'power', { wavelength_nm }, { opticClass })
  assert.deepEqual([nm(1490, 'B+'), nm(1550, 'B+'), nm(1577, 'N1'), nm(1490, 'N1')], ['ok', 'aviso', 'ok', 'aviso'])
})

test('a label of another CTO blocks; a new label for this one is a change', () => {
  const box = (label_read: string, action: 'A' | 'M' | 'R', facts: StepFacts) =>
    level('cto_label', 'cto_enrollment', { label_read, action }, facts)
  const due = { ctoLabel: 'MAT-07' }
  const boxes = [box('mat-07', 'M', due), box('MAT-08', 'M', due), box('MAT-08', 'R', due), box('MAT-08', 'A', due)]
  assert.deepEqual(boxes, ['ok', 'aviso', 'aviso', 'bloqueo'])
  assert.equal(box('MAT-08', 'M', { ...due, ctoLabelElsewhere: true }), 'bloqueo')
  assert.equal(box('MAT-08', 'A', { ctoLabel: null }), undefined)
  const action = (one: 'A' | 'M' | 'R', ctoLabel: string | null) =>
    level('cto_action', 'cto_enrollment', { action: one }, { ctoLabel })
  assert.deepEqual([action('A', null), action('A', 'MAT-07')], ['ok', 'bloqueo'])
  assert.deepEqual([action('M', null), action('M', 'MAT-07'), action('R', 'MAT-07')], ['bloqueo', 'ok', 'ok'])
})

test("a neighbour's drop is never removed or replaced", () => {
  const drop = (action: 'A' | 'B' | 'M' | 'R', drop_label_read: string, replaced_label?: string) =>
    level('drop_label', 'drop_enrollment', { drop_label_read, replaced_label, action }, { dropLabel: 'AC-1' })
  const read = [drop('B', 'ac-1'), drop('B', 'AC-2'), drop('M', 'AC-2'), drop('A', 'AC-2')]
  assert.deepEqual(read, ['ok', 'bloqueo', 'aviso', undefined])
  assert.deepEqual([drop('R', 'AC-3', 'AC-1'), drop('R', 'AC-3', 'AC-2')], ['ok', 'bloqueo'])
  const legal = Object.fromEntries(
    workKinds.map((workKind) => [
      workKind,
      enrollmentActions
        .filter((action) => level('drop_action', 'drop_enrollment', { action }, { workKind }) !== 'bloqueo')
        .join(''),
    ]),
  )
  assert.deepEqual(legal, { alta: 'AMR', baja: 'B', averia: 'AMR', cambio_pelo: 'MR', mantenimiento: 'AMRB' })
  const fits = (action: 'A' | 'M', dropLabel: string | null) =>
    level('drop_action', 'drop_enrollment', { action }, { dropLabel })
  assert.deepEqual([fits('A', null), fits('A', 'AC-1')], ['ok', 'bloqueo'])
  assert.deepEqual([fits('M', null), fits('M', 'AC-1')], ['bloqueo', 'ok'])
})

test('a drop has its own label, its port and a length within the loss budget', () => {
  const drop = { drop_label_read: 'AC-1', port_number: 7, length_m: 150 }
  const unique = (dropLabelElsewhere: boolean) => level('label_unique', 'drop_enrollment', drop, { dropLabelElsewhere })
  assert.deepEqual([unique(false), unique(true)], ['ok', 'bloqueo'])
  const match = (port: number | null) => level('port_match', 'drop_enrollment', drop, { port })
  assert.deepEqual([match(7), match(8), match(null)], ['ok', 'bloqueo', undefined])
  assert.equal(level('drop_length', 'drop_enrollment', drop), 'ok')
  assert.equal(level('drop_length', 'drop_enrollment', { length_m: 151 }), 'aviso')
})

test('the OLT must detect the recorded ONT', () => {
  const serial = (ont_serial: string) => level('ont_serial', 'final_report', { ont_serial })
  assert.deepEqual(['HWTC1234ABCD', 'hwtc1234abcd', '485754431234ABCD'].map(serial), ['ok', 'ok', 'ok'])
  assert.deepEqual(['HWTC1234ABCG', 'HWT1234ABCD'].map(serial), ['bloqueo', 'bloqueo'])
  const seen = (detectedSerial: string | null | undefined) =>
    level('ont_detected', 'final_report', { ont_serial: 'HWTC1234ABCD' }, { detectedSerial })
  assert.deepEqual(['HWTC1234ABCD', 'HWTC00000000', null, undefined].map(seen), ['ok', 'bloqueo', 'bloqueo', undefined])
  const early = (detectedSerial: string | null) => level('ont_detected', 'drop_enrollment', {}, { detectedSerial })
  assert.deepEqual([early('HWTC1234ABCD'), early(null)], ['ok', 'aviso'])
  assert.equal(level('ont_detected', 'drop_enrollment', { action: 'B' }, { detectedSerial: null }), undefined)
  assert.equal(level('ont_detected', 'final_report', {}, { detectedSerial: null, workKind: 'baja' }), undefined)
})

const dbm = fc.option(
  fc.integer({ min: -3200, max: -400 }).map((hundredths) => hundredths / 100),
  { nil: undefined },
)
const label = fc.constantFrom('A-1', 'a-1', 'B-2', '', null, undefined)
const anyFacts = fc.record<{ [K in keyof StepFacts]-?: StepFacts[K] }>({
  workKind: fc.constantFrom(...workKinds, null),
  ctoType: fc.constantFrom('camara', 'poste', undefined),
  opticClass: fc.constantFrom(...opticClasses, undefined),
  limits: fc.constantFrom({ ont: { high: -8, good: -20, low: -22 } }, {}, undefined),
  prlValid: fc.constantFrom(true, false, undefined),
  orderOpen: fc.constantFrom(true, false, undefined),
  ctoCodes: fc.constantFrom(['A-1', 'B-2'], [], undefined),
  distanceM: fc.option(fc.double({ min: 0, max: 1e5, noNaN: true }), { nil: undefined }),
  live: fc.constantFrom(...liveReadings, undefined),
  portState: fc.constantFrom<PortState>(1, 2, 3, 4, 5, 6),
  portOwn: fc.constantFrom(true, false, undefined),
  pictureDbm: dbm,
  siblingsDbm: dbm,
  portDbm: dbm,
  oltRxDbm: dbm,
  ontRxDbm: dbm,
  pictureLabel: label,
  times: fc.constantFrom(
    (['times_fast', 'times_order', 'times_clock'] as const).map((code) => ({ code, value: 3, limit: 4 })),
    [],
    undefined,
  ),
  ctoLabel: label,
  dropLabel: label,
  ctoLabelElsewhere: fc.constantFrom(true, false, undefined),
  dropLabelElsewhere: fc.constantFrom(true, false, undefined),
  port: fc.constantFrom(7, 8, null, undefined),
  detectedSerial: fc.constantFrom('HWTC1234ABCD', null, undefined),
  ontChoice: fc.constantFrom<readonly string[] | undefined>(['HWTC1234ABCD', 'ZTEG1234ABCD'], [], undefined),
  harmed: fc.constantFrom(0, 1, undefined),
  offlineH: fc.constantFrom(1, 50, undefined),
  offlineMaxH: fc.constantFrom(48, undefined),
})
const anyData = fc.record({
  prl: fc.constantFrom({ gas: true }, { gas: false }, null),
  position: fc.constantFrom({ lat: 0, lon: 0 }, null),
  cto_code_read: label,
  conditions: fc.constantFrom([], [996], null),
  tidy: fc.constantFrom(1, 3, null),
  comments: fc.constantFrom('', 'una caja muy rota', null),
  method: fc.constantFrom('llave' as const, null),
  no_access_reason: fc.constantFrom('cerrado', null),
  port_number: fc.constantFrom(7, null),
  found: fc.constantFrom('libre' as const, 800 as const, '801' as const, null),
  power_dbm: dbm,
  roseta_dbm: dbm,
  rx_dbm: dbm,
  wavelength_nm: fc.constantFrom(1490, 1577, null),
  label_read: label,
  drop_label_read: label,
  replaced_label: label,
  length_m: fc.constantFrom(10, 200, null),
  action: fc.constantFrom(...enrollmentActions, null),
  ont_serial: fc.constantFrom('HWTC1234ABCD', 'x', null),
  speed_ok: fc.constantFrom(true, false, null),
})

test('every check is declared with its level, none twice, and every declared one occurs', () => {
  const given = new Set<string>()
  fc.assert(
    fc.property(anyData, anyFacts, (data, facts) => {
      for (const step of fieldSteps) {
        const checks = checksOf(step, data, facts)
        assert.equal(new Set(checks.map(({ code }) => code)).size, checks.length)
        for (const check of checks) {
          const declared: readonly string[] = checkLevels[check.code]
          assert.ok(declared.includes(check.level), `${check.code} ${check.level}`)
          assert.ok(typeof check.value !== 'number' || Number.isFinite(check.value))
          given.add(`${check.code} ${check.level}`)
        }
      }
    }),
    { numRuns: 3000 },
  )
  const declared = Object.entries(checkLevels).flatMap(([code, all]) => all.map((one) => `${code} ${one}`))
  assert.deepEqual([...given].sort(), declared.sort())
})
