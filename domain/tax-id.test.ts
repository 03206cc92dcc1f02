import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanTaxId, isTaxId } from './tax-id.ts'

test('persons, foreigners and companies with a correct check character', () => {
  const right = ['12345678Z', '00000000T', '00000001R', 'X1234567L', 'Y1234567X', 'Z1234567R', 'K0867756N', 'M0867756N']
  for (const one of right) assert.ok(isTaxId(one), one)
  // Companies of every kind: digit (A, B, E, H), letter (N, P, Q, R, S, W), either (C, D, F, G, J, U, V).
  const companies = 'A58818501 B58818501 A28015865 Q2826000H P2807900B S7800001E G28029643 J99216582'
  for (const one of companies.split(' ')) assert.ok(isTaxId(one), one)
})

test('a wrong check character, a wrong kind of check character, and other texts are rejected', () => {
  const wrong = '12345678A X1234567Z A58818502 Q28260008 B5881850A I2826000H 1234567Z 123456789 ZZZZZZZZZ O1234567L'
  for (const one of [...wrong.split(' '), '', '12345678z', ' 12345678Z', '12345678Z\n']) assert.ok(!isTaxId(one), one)
})

test("exactly one letter completes a person's number, and one mistyped digit is detected", () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const digit = fc.integer({ min: 0, max: 9 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 7 }), digit, (number, at, other) => {
      const digits = String(number).padStart(8, '0')
      const closing = letters.filter((letter) => isTaxId(digits + letter))
      assert.equal(closing.length, 1)
      const mistyped = digits.slice(0, at) + String(other) + digits.slice(at + 1)
      if (mistyped !== digits) assert.ok(!isTaxId(mistyped + closing[0]))
    }),
  )
})

test('it is read in the forms people write', () => {
  for (const one of ['12.345.678-Z', '12345678 z', '12345678-z']) assert.equal(cleanTaxId(one), '12345678Z')
})
