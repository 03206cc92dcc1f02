import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eventMoves, type EventTrigger, type ProcessState } from './event.ts'
import {
  boxConditions,
  changesPort,
  decideHairChange,
  estimateAtPort,
  hairActions,
  hairAfter,
  hairCause,
  hairGap,
  hairTriggers,
  portConditions,
  portObstacle,
  type HairAction,
  type HairFacts,
  type HairRequestInput,
} from './hair-change.ts'
import { splitRatios } from './optics.ts'
import type { PortState } from './port.ts'
import { portState, processState } from './status.ts'

const calm: HairFacts = { condition: null, wanted: null, free: [], near: 0, offered: null }
const decided = (facts: Partial<HairFacts>) => decideHairChange({ ...calm, ...facts })

test('the rule, row by row', () => {
  assert.deepEqual(decided({ wanted: 7, free: [4, 7] }), { decision: 'concedido', port: 7 })
  assert.deepEqual(decided({ free: [4, 7] }), { decision: 'concedido', port: 4 })
  assert.deepEqual(decided({ wanted: 9, free: [4, 7] }), { decision: 'denegado', code: 'PORT_NOT_AVAILABLE' })
  assert.deepEqual(decided({ wanted: 9, near: 2 }), { decision: 'alternativa' })
  assert.deepEqual(decided({ near: 1 }), { decision: 'alternativa' })
  assert.deepEqual(decided({}), { decision: 'denegado', code: 'CTO_COPADA' })
  for (const condition of boxConditions) assert.equal(decided({ condition, wanted: 4, free: [4] }), null)
  for (const condition of portConditions) assert.equal(decided({ condition, free: [4] })?.decision, 'concedido')
  assert.deepEqual(decided({ condition: 996, wanted: 4, free: [4], offered: 4 }), { decision: 'concedido', port: 4 })
  assert.equal(decided({ condition: 996, wanted: 5, free: [4, 5], offered: 4 }), null)
})

const anyFacts: fc.Arbitrary<HairFacts> = fc.record({
  condition: fc.constantFrom(null, ...boxConditions, ...portConditions),
  wanted: fc.option(fc.integer({ min: 1, max: 6 })),
  free: fc.uniqueArray(fc.integer({ min: 1, max: 6 })),
  near: fc.nat(3),
  offered: fc.option(fc.integer({ min: 1, max: 6 })),
})

test('only a free port is granted, and only the requested one if one was requested', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const answer = decideHairChange(facts)
      if (answer?.decision === 'concedido') {
        assert.ok(facts.free.includes(answer.port))
        if (facts.wanted !== null) assert.equal(answer.port, facts.wanted)
      }
      if (answer?.decision === 'alternativa') assert.ok(facts.free.length === 0 && facts.near > 0)
      if (answer === null) assert.ok(facts.condition !== null && boxConditions.includes(facts.condition))
    }),
  )
})

const expected: Record<HairAction, [ProcessState, ProcessState][]> = {
  accept: [[2, 8], [9, 8]], // prettier-ignore
  grant: [[8, 5], [6, 5]], // prettier-ignore
  refuse: [[8, 4], [6, 4]], // prettier-ignore
  ask_again: [[4, 6]],
  withdraw: [[2, 3], [9, 3], [8, 3], [4, 3]], // prettier-ignore
  expire: [[8, 1], [6, 1]], // prettier-ignore
}

test('each action leads to its states, and is illegal from any other', () => {
  for (const act of hairActions)
    for (const from of processState.values as ProcessState[]) {
      const to = expected[act].find(([start]) => start === from)?.[1] ?? null
      assert.equal(hairAfter(from, act), to, `${act} from ${from}`)
    }
})

test('a request follows the transitions of every event', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...hairActions), { maxLength: 30 }), (acts) => {
      let at: ProcessState = processState.is.iddle
      for (const act of acts) {
        const triggers: readonly EventTrigger[] = hairTriggers(at, act) ?? []
        for (const trigger of triggers) {
          const move: (typeof eventMoves)[number] | undefined = eventMoves.find((one) => one.trigger === trigger)
          assert.equal(move?.from, at)
          at = move.to
        }
      }
    }),
  )
})

test('why a port cannot be requested', () => {
  const quiet = { claimed: false, lit: false }
  assert.equal(portObstacle(1, quiet), null)
  assert.equal(portObstacle(1, { claimed: true, lit: true }), 'en_uso')
  assert.equal(portObstacle(1, { claimed: false, lit: true }), 'con_luz')
  for (const { value, name } of portState.all.slice(1)) assert.equal(portObstacle(value as PortState, quiet), name)
})

test('the estimate is plausible for every splitter and length', () => {
  for (const ratio of splitRatios)
    for (const feederM of [0, 5000, 20_000]) {
      const dbm = estimateAtPort({ txDbm: 4, ratio: `1:${ratio}`, feederM })
      assert.ok(dbm < 4 && dbm > -30, `${ratio} ${feederM}: ${dbm}`)
    }
})

test('evidence still missing for a request, by its reason', () => {
  const nothing = { reason: null, condition: null, lowPower: null, meterPicture: false, portPicture: false }
  const rows: [Partial<HairRequestInput>, ReturnType<typeof hairGap>][] = [
    [{}, 'reason'],
    [{ reason: 1 }, 'power'],
    [{ reason: 1, lowPower: false, meterPicture: true }, 'power_fine'],
    [{ reason: 1, lowPower: true }, 'meter_picture'],
    [{ reason: 1, lowPower: true, portPicture: true }, 'meter_picture'],
    [{ reason: 1, lowPower: true, meterPicture: true }, null],
    [{ reason: 2, meterPicture: true }, 'port_picture'],
    [{ reason: 2, portPicture: true }, null],
    [{ reason: 3 }, 'condition'],
    [{ reason: 3, condition: 802 }, null],
    [{ reason: 3, condition: 998 }, null],
  ]
  for (const [given, gap] of rows) assert.equal(hairGap({ ...nothing, ...given }), gap, JSON.stringify(given))
})

test('the reason follows from what was found', () => {
  assert.deepEqual(hairCause({ found: 800, lowPower: null }), { reason: 3, condition: 800 })
  assert.deepEqual(hairCause({ found: 801, lowPower: true }), { reason: 2, condition: 801 })
  assert.deepEqual(hairCause({ found: 802, lowPower: null }), { reason: 3, condition: 802 })
  assert.deepEqual(hairCause({ found: null, lowPower: true }), { reason: 1, condition: null })
  assert.deepEqual(hairCause({ found: null, lowPower: false }), { reason: null, condition: null })
})

test('only work that leaves a customer in service moves to another port', () => {
  const kinds = ['alta', 'baja', 'averia', 'cambio_pelo', 'mantenimiento', null] as const
  assert.deepEqual(kinds.filter(changesPort), ['alta', 'averia', 'cambio_pelo'])
})
