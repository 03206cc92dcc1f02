import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanPhone, isPhone } from './phone.ts'

test('one number, however it is written', () => {
  for (const written of ['600 112 233', '600-112-233', '0034600112233', '+34 600 11 22 33', '(600) 112.233'])
    assert.equal(cleanPhone(written), '+34600112233', written)
  assert.equal(cleanPhone('+351 912 345 678'), '+351912345678')
})

test('an incomplete number is rejected', () => {
  for (const written of ['600', 'seis', '', '123456789', '+0123456789'])
    assert.ok(!isPhone(cleanPhone(written)), written)
  assert.ok(isPhone('+34600112233'))
})
