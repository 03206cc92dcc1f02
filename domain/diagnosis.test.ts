import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  diagnose,
  diagnosisActions,
  diagnosisTests,
  diagnosisVerdicts,
  downCauses,
  type DiagnosisVerdict,
  type LineFacts,
} from './diagnosis.ts'
import { opticClasses } from './optics.ts'
import { opticalStates } from './status.ts'
import { columnOf } from './test/columns.ts'

type Plant = NonNullable<LineFacts['plant']>
type Line = NonNullable<Plant['line']>
const vlan = { s: 101, c: 205 }
const healthy: Line = {
  serial: 'HWTC00000001',
  state: 'online',
  lastDownCause: null,
  rxDbm: -19.5,
  oltRxDbm: -21,
  distanceM: 1260,
  errors: 0,
  profile: 'FTTH600',
  vlan,
  ethernet: 'up',
  session: 'up',
}
function facts(
  line: Partial<Line> | null = {},
  plant: Partial<Omit<Plant, 'line'>> | null = {},
  inventory: Partial<LineFacts['inventory']> = {},
  outages: LineFacts['outages'] = { total: 0, byCustomer: 0 },
): LineFacts {
  return {
    outages,
    inventory: {
      coherent: true,
      serial: 'HWTC00000001',
      profile: 'FTTH600',
      vlan,
      feederM: 1200,
      opticClass: 'B+',
      ...inventory,
    },
    plant: plant && {
      ponUp: true,
      tree: { provisioned: 60, online: 57 },
      box: { others: 11, dark: 0, medianDbm: -19 },
      ...plant,
      line: line && { ...healthy, ...line },
    },
  }
}
const dark = { rxDbm: null, oltRxDbm: null, distanceM: null, errors: null, ethernet: null, session: null } as const
const los = { ...dark, state: 'los', lastDownCause: 'los' } as const
const box = (others: number, dark: number, medianDbm: number | null = null) => ({ box: { others, dark, medianDbm } })
const tree = (provisioned: number, online: number) => ({ tree: { provisioned, online } })
const boxCut = box(9, 8)

const outaged = (total: number, byCustomer: number) => facts({}, {}, {}, { total, byCustomer })

const table: [string, LineFacts, DiagnosisVerdict, string][] = [
  ['all well', facts(), 'OK', 'ninguna'],
  ['the OLT is away', facts({}, null), 'OLT_INACCESIBLE', 'escalar'],
  ['switched off', facts({ ...dark, state: 'dying_gasp' }), 'ONT_APAGADA', 'llamar_cliente'],
  ['switched off in a dark box', facts({ ...dark, state: 'dying_gasp' }, boxCut), 'ONT_APAGADA', 'llamar_cliente'],
  ['only this one dark', facts(los), 'CORTE_ACOMETIDA', 'enviar_tecnico'],
  ['four in five of the box', facts(los, boxCut), 'CORTE_CTO', 'enviar_tecnico'],
  ['the box is the whole tree', facts(los, { ...boxCut, ...tree(10, 1) }), 'CORTE_CTO', 'enviar_tecnico'],
  ['the whole tree', facts(los, { ...boxCut, ...tree(60, 12) }), 'CORTE_ARBOL', 'escalar'],
  ['the PON is down', facts(los, { ponUp: false }), 'CORTE_ARBOL', 'escalar'],
  ['half of the box', facts(los, box(9, 4)), 'NO_CONCLUYENTE', 'enviar_tecnico'],
  ['no other ONT on the PON', facts(los, { ...tree(1, 0), ...box(0, 0) }), 'NO_CONCLUYENTE', 'enviar_tecnico'],
  ['silent, no last word', facts({ ...dark, state: 'offline' }), 'NO_CONCLUYENTE', 'llamar_cliente'],
  ['shut by the operator', facts({ ...dark, state: 'admin_down' }), 'NO_CONCLUYENTE', 'escalar'],
  ['too weak', facts({ rxDbm: -26.4 }), 'BAJA_POTENCIA', 'enviar_tecnico'],
  ['too weak upwards', facts({ oltRxDbm: -27.9 }), 'BAJA_POTENCIA', 'enviar_tecnico'],
  ['far below its neighbours', facts({ rxDbm: -23.9 }, box(4, 0, -18.5)), 'BAJA_POTENCIA', 'enviar_tecnico'],
  ['two neighbours are no measure', facts({ rxDbm: -23.9 }, box(2, 0, -18.5)), 'OK', 'ninguna'],
  ['just enough', facts({ rxDbm: -25 }, box(4, 0, -24)), 'POTENCIA_JUSTA', 'revisar'],
  ['just below its warning', facts({ rxDbm: -24.04 }, box(4, 0, -23)), 'POTENCIA_JUSTA', 'revisar'],
  ['just enough upwards', facts({ oltRxDbm: -26.5 }), 'POTENCIA_JUSTA', 'revisar'],
  ['outages of the line', outaged(8, 5), 'CAIDAS_REPETIDAS', 'revisar'],
  ['two outages, and some of the customer', outaged(7, 5), 'OK', 'ninguna'],
  ['outages by the customer twice a week', outaged(8, 8), 'CAIDAS_REPETIDAS', 'llamar_cliente'],
  ['outages beyond the log', { ...facts(), outages: null }, 'OK', 'ninguna'],
  ['no ONT known to the OLT', facts({ ...dark, serial: null, state: 'unknown' }), 'ONT_NO_PROVISIONADA', 'escalar'],
  ['without a profile', facts({ profile: null }), 'ONT_NO_PROVISIONADA', 'escalar'],
  ['another ONT', facts({ serial: 'ZTEG00000009' }), 'SERIAL_DISTINTO', 'escalar'],
  ['another ONT, dark', facts({ ...los, serial: 'ZTEG00000009' }), 'SERIAL_DISTINTO', 'escalar'],
  ['another speed', facts({ profile: 'FTTH300' }), 'NO_CONCLUYENTE', 'escalar'],
  ['another VLAN', facts({ vlan: { s: 101, c: 206 } }), 'NO_CONCLUYENTE', 'escalar'],
  ['the cable to the router', facts({ ethernet: 'down' }), 'NO_CONCLUYENTE', 'llamar_cliente'],
  ['no session', facts({ session: 'down' }), 'NO_CONCLUYENTE', 'reset'],
  ['errors', facts({ errors: 50_000 }), 'NO_CONCLUYENTE', 'enviar_tecnico'],
  ['far away', facts({ distanceM: 1401 }), 'NO_CONCLUYENTE', 'enviar_tecnico'],
  ['as far as it may be', facts({ distanceM: 1400 }), 'OK', 'ninguna'],
  ['papers that disagree', facts({}, {}, { coherent: false }), 'NO_CONCLUYENTE', 'escalar'],
  ['no line of the customer at the port', facts(null), 'NO_CONCLUYENTE', 'llamar_cliente'],
]
for (const [name, given, verdict, action] of table) {
  test(`${name}: ${verdict}, ${action}`, () => {
    const found = diagnose(given)
    assert.deepEqual([found.verdict, found.action], [verdict, action], JSON.stringify(found.tests))
  })
}

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const anyPower = orNull(fc.double({ min: -45, max: 10, noNaN: true }))
const anyVlan = orNull(fc.record({ s: orNull(fc.nat(4094)), c: orNull(fc.nat(4094)) }))
const anySerial = orNull(fc.constantFrom('HWTC00000001', 'ZTEG00000009'))
const anyProfile = orNull(fc.constantFrom('FTTH300', 'FTTH600'))
const anySide = orNull(fc.constantFrom('up' as const, 'down' as const))
const anyLine = fc.record({
  serial: anySerial,
  state: fc.constantFrom(...opticalStates),
  lastDownCause: orNull(fc.constantFrom(...downCauses)),
  rxDbm: anyPower,
  oltRxDbm: anyPower,
  distanceM: orNull(fc.nat(60_000)),
  errors: orNull(fc.nat()),
  profile: anyProfile,
  vlan: anyVlan,
  ethernet: anySide,
  session: anySide,
})
const anyFacts: fc.Arbitrary<LineFacts> = fc.record({
  outages: orNull(
    fc.tuple(fc.nat(20), fc.nat(20)).map(([a, b]) => ({ total: Math.max(a, b), byCustomer: Math.min(a, b) })),
  ),
  inventory: fc.record({
    coherent: fc.boolean(),
    serial: anySerial,
    profile: anyProfile,
    vlan: anyVlan,
    feederM: fc.nat(20_000),
    opticClass: fc.constantFrom(...opticClasses),
  }),
  plant: orNull(
    fc.record({
      ponUp: fc.boolean(),
      tree: fc.tuple(fc.nat(64), fc.nat(64)).map(([a, b]) => ({ provisioned: Math.max(a, b), online: Math.min(a, b) })),
      box: fc
        .tuple(fc.nat(31), fc.nat(31), anyPower)
        .map(([a, b, medianDbm]) => ({ others: Math.max(a, b), dark: Math.min(a, b), medianDbm })),
      line: orNull(anyLine),
    }),
  ),
})

test('whatever is known, there are fourteen tests in their order, one verdict and one action', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const { tests, verdict, action } = diagnose(given)
      assert.deepEqual(columnOf(tests, 'code'), diagnosisTests)
      assert.ok(tests.every(({ result_flag }) => [1, 2, 3].includes(result_flag)))
      assert.ok(diagnosisVerdicts.includes(verdict) && diagnosisActions.includes(action))
    }),
    { numRuns: 2000 },
  )
})

test('OK means that no test failed or warned, that light is there, and that no action is needed', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const { tests, verdict, action } = diagnose(given)
      const well = given.plant?.line?.state === 'online' && tests.every(({ level }) => level === 'ok' || level === null)
      if (verdict === 'OK') assert.ok(well)
      assert.equal(action === 'ninguna', verdict === 'OK')
      assert.equal(verdict === 'OLT_INACCESIBLE', given.plant === null)
    }),
    { numRuns: 2000 },
  )
})

test("the neighbours' power changes no figure that is shown", () => {
  fc.assert(
    fc.property(anyFacts, anyPower, (given, medianDbm) => {
      if (given.plant === null) return
      const other = { ...given, plant: { ...given.plant, box: { ...given.plant.box, medianDbm } } }
      const values = (one: LineFacts) => diagnose(one).tests.map(({ value }) => value)
      assert.deepEqual(values(other), values(given))
    }),
  )
})
