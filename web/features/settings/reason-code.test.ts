import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonCode } from './reason-code.ts'

test('a code from any text, always as the call takes it and never taken', () => {
  assert.equal(reasonCode('Obras en la acera', []), 'obras_en_la_acera')
  assert.equal(reasonCode('  ¡Inundación, año 2026! ', []), 'inundacion_ano_2026')
  assert.equal(reasonCode('Otra', ['otra', 'otra_2']), 'otra_3')
  for (const name of ['¿?', 'a', '—', 'x'.repeat(200), 'Ñ']) assert.match(reasonCode(name, []), /^[a-z0-9_]{2,40}$/)
})
