import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { caseAfter, caseAnswers, isNoHarm } from './case-answer.ts'
import { caseStates } from './status.ts'

test('state of a case after each response', () => {
  const table = [
    ['abierto', null, 'recibido', 'abierto'],
    ['escalado', null, 'recibido', 'escalado'],
    ['abierto', 'recibido', 'recibido', null],
    ['abierto', 'recibido', 'pedir_reparacion', 'escalado'],
    ['escalado', 'pedir_reparacion', 'recibido', null],
    ['abierto', null, 'ya_era_baja', 'aceptado'],
    ['escalado', 'pedir_reparacion', 'cliente_apagado', 'aceptado'],
    ['restaurado', null, 'recibido', 'aceptado'],
    ['restaurado', 'recibido', 'recibido', 'aceptado'],
    ['restaurado', null, 'pedir_reparacion', null],
    ['aceptado', 'recibido', 'recibido', null],
  ] as const
  for (const [state, before, answer, after] of table)
    assert.equal(caseAfter(state, before, answer), after, `${state} ${before} ${answer}`)
})

test('an accepted case stays so, and only its light reopens a case', () => {
  const states = fc.constantFrom(...caseStates)
  const answers = fc.constantFrom(...caseAnswers)
  fc.assert(
    fc.property(states, fc.option(answers), answers, (state, before, answer) => {
      const after = caseAfter(state, before, answer)
      if (state === 'aceptado') assert.equal(after, null)
      assert.notEqual(after, 'restaurado')
      if (state === 'escalado') assert.notEqual(after, 'abierto')
      if (isNoHarm(answer) && after !== null) assert.equal(after, 'aceptado')
    }),
  )
})
