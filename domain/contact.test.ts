import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmail } from './email.ts'
import { phoneOf, phoneText } from './phone.ts'

test('a phone number is accepted in the forms people write', () => {
  for (const [written, phone] of [
    ['600 11 22 33', '+34600112233'],
    ['+34 600-11-22-33', '+34600112233'],
    ['0034 912 345 678', '+34912345678'],
    ['+351 912 345 678', '+351912345678'],
    ...(['600-112-233', '0034600112233', '(600) 112.233'] as const).map((one) => [one, '+34600112233'] as const),
    ...(['12345', 'seis', '600', '', '123456789', '+0123456789'] as const).map((one) => [one, null] as const),
  ] as const)
    assert.equal(phoneOf(written), phone, written)
  assert.equal(phoneText('+34600112233'), '600\u00a011\u00a022\u00a033')
  assert.equal(phoneText('+351912345678'), '+351912345678')
  assert.equal(phoneText(null), '')
})

test('an email address needs its at sign and its domain', () => {
  assert.ok(isEmail(' ana@norte.test '))
  for (const wrong of ['ana', 'ana@norte', '@norte.test', 'ana ruiz@norte.test']) assert.ok(!isEmail(wrong), wrong)
})
