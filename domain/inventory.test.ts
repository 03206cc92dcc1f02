import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { boxLabel, codeForm, dropMayBecome, dropMoves, handMove, inSpain, ponCode, portLabel } from './inventory.ts'
import { portAfter, portMoves, type PortState } from './port.ts'
import { dropStates, portState } from './status.ts'

const state = portState.is
const states = portState.values as PortState[]

test('codes are derived from each other', () => {
  assert.equal(boxLabel('28079-VAL01-0312-07'), 'VAL01-0312-07')
  assert.equal(boxLabel('CAJA-9'), 'CAJA-9')
  assert.equal(portLabel('VAL01-0312-07', 5), 'VAL01-0312-07/05')
  assert.equal(ponCode('VAL01-OLT02', 7, 3), 'VAL01-OLT02/1/7/3')
  for (const good of ['28079-VAL01-0312-07', 'VAL01-OLT02/1/7/3', 'D28-0123456-3']) assert.match(good, codeForm)
  for (const bad of ['', 'A', 'a1', 'A 1', '-A1', '=A1', 'A'.repeat(49)]) assert.doesNotMatch(bad, codeForm)
})

test('places in Spain are inside, mirrored ones outside', () => {
  const inside = {
    madrid: [40.41, -3.7],
    tenerife: [28.46, -16.25],
    palma: [39.57, 2.65],
    ceuta: [35.89, -5.32],
  } as const
  const outside = { mirrored: [-3.7, 40.41], gulf: [0, 0], paris: [48.85, 2.35] } as const
  for (const [name, [lat, lon]] of Object.entries(inside)) assert.ok(inSpain({ lat, lon }), name)
  for (const [name, [lat, lon]] of Object.entries(outside)) assert.ok(!inSpain({ lat, lon }), name)
})

test('a manual change of a port follows legal transitions only', () => {
  const before = fc.constantFrom<PortState | null>(null, ...states)
  fc.assert(
    fc.property(fc.constantFrom(...states), fc.constantFrom(...states), before, (from, to, known) => {
      const move = handMove(from, to, known)
      if (move === null) return
      const start = portAfter(from, move, known) === null ? known : from
      assert.equal(start && portAfter(start, move, known), to)
      assert.ok(start === from || portAfter(from, 'clear', known) === known)
      assert.notEqual(portMoves[move].actor, 'vno')
      assert.notEqual(from, to)
    }),
  )
  assert.equal(handMove(state.disponible, state.ocupado, null), 'regularise')
  assert.equal(handMove(state.ocupado, state.disponible, null), null)
  assert.equal(handMove(state.asignado, state.ocupado, null), null)
  assert.equal(handMove(state.pendiente_revision, state.ocupado, state.ocupado), 'clear')
  assert.equal(handMove(state.pendiente_revision, state.ocupado, null), null)
  assert.equal(handMove(state.pendiente_revision, state.ocupado, state.disponible), 'regularise')
  assert.equal(handMove(state.defectuoso, state.disponible, null), null)
})

test('a removed drop stays removed', () => {
  for (const to of dropStates) assert.equal(dropMayBecome('retirada', to), to === 'retirada')
  for (const from of dropStates) for (const to of dropMoves[from]) assert.notEqual(from, to)
})
