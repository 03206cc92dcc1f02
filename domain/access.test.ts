import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { accessAfter, accessMoves, accessStates, inService, type AccessMove, type AccessState } from './access.ts'
import { legalMoves, reachedFrom } from './test/moves.ts'

const moves = Object.keys(accessMoves) as AccessMove[]
const anyMoves = fc.array(fc.constantFrom(...moves), { maxLength: 30 })

test('the transition table', () => {
  assert.deepEqual(legalMoves(accessStates, moves, accessAfter), {
    reservado: 'install en_alta, activate activo, cancel baja',
    en_alta: 'activate activo, cancel baja',
    activo: 'unsubscribe en_baja, cease baja',
    en_baja: 'keep activo, cease baja',
    baja: '',
  })
})

test('whatever happens to an access, it never returns from baja and is in service only after it was activated', () => {
  fc.assert(
    fc.property(anyMoves, (tried) => {
      let state: AccessState = 'reservado'
      let activated = false
      for (const move of tried) {
        const next: AccessState | null = accessAfter(state, move)
        if (state === 'baja') assert.equal(next, null)
        if (next === null) continue
        activated ||= move === 'activate'
        state = next
        assert.ok(!inService(state) || activated)
      }
    }),
  )
})

test('every state is reachable, and baja is reachable from every other one', () => {
  assert.deepEqual(reachedFrom<AccessState, AccessMove>('reservado', moves, accessAfter), new Set(accessStates))
  for (const from of accessStates.filter((one) => one !== 'baja'))
    assert.ok(moves.some((move) => accessAfter(from, move) === 'baja'))
})
