import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dischargeCode, parseDischargeCode } from './discharge.ts'

const digest = fc.uint8Array({ minLength: 5, maxLength: 32 })

test('forty bits make eight characters', () => {
  assert.equal(dischargeCode(Uint8Array.of(0, 0, 0, 0, 0)), '0000-0000')
  assert.equal(dischargeCode(Uint8Array.of(255, 255, 255, 255, 255, 1)), 'ZZZZ-ZZZZ')
  assert.equal(dischargeCode(Uint8Array.of(0, 0, 0, 0, 1)), '0000-0001')
  assert.equal(dischargeCode(Uint8Array.of(8, 0, 0, 0, 0)), '1000-0000')
  assert.throws(() => dischargeCode(Uint8Array.of(1, 2, 3, 4)), RangeError)
})

test('different bits give a different code, which is read back however it was copied', () => {
  fc.assert(
    fc.property(digest, digest, (a, b) => {
      const code = dischargeCode(a)
      const same = a.slice(0, 5).join() === b.slice(0, 5).join()
      assert.equal(code === dischargeCode(b), same)
      assert.equal(parseDischargeCode(code), code)
      const typed = code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
      assert.equal(parseDischargeCode(` ${typed} `), code)
    }),
  )
})

test('a code is read with any dash, blank, width or full stop', () => {
  for (const typed of ['K7Q2–94FD', 'k7q2 − 94fd.', 'K7Q2\u00a094FD', 'Ｋ７Ｑ２-９４ＦＤ', 'K7Q2\u200b-94FD\n'])
    assert.equal(parseDischargeCode(typed), 'K7Q2-94FD', typed)
})

test('text that cannot be a code is rejected', () => {
  assert.equal(parseDischargeCode('k7q2-94fd'), 'K7Q2-94FD')
  for (const typed of ['', 'K7Q2-94F', 'K7Q2-94FDA', 'K7U2-94FD', 'K7Q2_94FD', 'ñ7Q2-94FD']) {
    assert.equal(parseDischargeCode(typed), null, typed)
  }
})
