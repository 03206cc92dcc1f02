import assert from 'node:assert/strict'
import { test } from 'node:test'
import i18next from 'i18next'
import { modelsOf, serialMessage } from './serial-message.ts'

// In `cimode` a text is its key.
await i18next.init({ lng: 'cimode' })

test('a serial says while it is typed what is wrong with it', () => {
  for (const [typed, wrong] of [
    ['HW1', 'device.serial.letters'],
    ['ABCD', 'device.serial.maker'],
    ['HWTC1Z', 'device.serial.digits'],
    ['HWTC1A2B3C4D5', 'device.serial.long'],
    ['hwtc 1a2b-3c4d', 'device.serial.same'],
  ] as const)
    assert.equal(serialMessage(typed, 'HWTC1A2B3C4D').wrong, wrong, typed)
  for (const typed of ['', 'HW', 'HWTC1A', 'zteg 1a2b 3c4d'])
    assert.equal(serialMessage(typed, 'HWTC1A2B3C4D').wrong, undefined, typed)
})

test('models are offered once the serial is whole', () => {
  assert.deepEqual(modelsOf('HWTC1A'), [])
  assert.ok(modelsOf('hwtc1a2b3c4d').length > 1)
})
