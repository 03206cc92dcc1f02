import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadCatalogue } from '../../build/test-catalogue.ts'
import { modelsOf, serialMessage } from './serial-message.ts'

await loadCatalogue()

test('a serial says while it is typed what is wrong with it', () => {
  for (const [typed, wrong] of [
    ['HW1', 'Empieza por las 4 letras del fabricante.'],
    ['ABCD', 'ABCD no es un fabricante que la red conozca.'],
    ['HWTC1Z', 'Z no vale: tras el fabricante van cifras o letras de la A a la F.'],
    ['HWTC1A2B3C4D5', 'Sobra 1 carácter.'],
    ['hwtc 1a2b-3c4d', 'Es la ONT que ya tiene.'],
  ] as const)
    assert.equal(serialMessage(typed, 'HWTC1A2B3C4D').wrong, wrong, typed)
  for (const typed of ['', 'HW', 'HWTC1A', 'zteg 1a2b 3c4d'])
    assert.equal(serialMessage(typed, 'HWTC1A2B3C4D').wrong, undefined, typed)
})

test('models are offered once the serial is whole', () => {
  assert.deepEqual(modelsOf('HWTC1A'), [])
  assert.ok(modelsOf('hwtc1a2b3c4d').length > 1)
})
