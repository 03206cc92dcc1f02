import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isOntSerial, normalSerial, ontModel, serialIn, serialPrefix, serialsIn } from './ont-serial.ts'

test('a serial is four letters of the vendor and eight hexadecimal digits', () => {
  for (const good of ['HWTC1A2B3C4D', 'ZTEG00000000']) assert.ok(isOntSerial(good))
  for (const bad of [
    ...['', 'HWTC1A2B3C4', 'HWTC1A2B3C4DE', 'hwtc1a2b3c4d', 'HWT11A2B3C4D', 'HWTC1A2B3C4G', ' HWTC1A2B3C4D'],
  ])
    assert.ok(!isOntSerial(bad), bad)
  assert.equal(normalSerial(' hwtc-1a2b 3c4d'), 'HWTC1A2B3C4D')
})

test('only known models, each of its own vendor', () => {
  assert.equal(ontModel('HWTC1A2B3C4D'), 'HG8145X6')
  assert.equal(ontModel('HWTC1A2B3C4D', 'HG8245Q2'), 'HG8245Q2')
  assert.equal(ontModel('HWTC1A2B3C4D', 'ZXHN F680'), null)
  assert.equal(ontModel('XXXX1A2B3C4D'), null)
  assert.equal(ontModel('HWTC'), null)
})

test('a serial is found in the text of a label', () => {
  for (const text of [
    ...['HWTC1234ABCD', 'hwtc-1234 abcd', 'S/N: HWTC1234ABCD; MAC 00:11', '485754431234ABCD', 'SNHWTC1234ABCD'],
    ...['485754431234abcd (HWTC-1234ABCD)', 'SHWTC1234ABCD', '1S485754431234ABCD', 'SN:485754431234ABCD'],
    ...['S/N HWTC\u00a01234\u2009ABCD', 'Serial No. HWTC1234ABCD', '\u200bHWTC\u20131234\u2013ABCD'],
    ...['ＨＷＴＣ1234ABCD', '(01)08412345678905(21)HWTC1234ABCD', '010841234567890521HWTC1234ABCD'],
    ...['010841234567890521485754431234ABCD\x1d240HG8145X6', '[)>\x1e06\x1d1PHG8145X6\x1dSHWTC1234ABCD\x1e\x04'],
  ])
    assert.equal(serialIn(text), 'HWTC1234ABCD', text)
  for (const text of ['', 'VAL01-0312-07', '123456789012', 'HWTC1234ABC', 'HWTC1234ABCD HWTC1234ABCE'])
    assert.equal(serialIn(text), null, text)
  assert.deepEqual(serialsIn('HWTC1234ABCD HWTC-1234ABCE'), ['HWTC1234ABCD', 'HWTC1234ABCE'])
})

test("a vendor whose letters equal a label's word is recognized", () => {
  assert.equal(normalSerial('SNOM12345678'), 'SNOM12345678')
  assert.equal(serialPrefix('SNOM12'), 'SNOM12')
})

const letters = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 4, maxLength: 4 })
const digits = fc.string({ unit: fc.constantFrom(...'0123456789ABCDEF'), minLength: 8, maxLength: 8 })
const hexOf = (text: string) => [...text].map((one) => one.charCodeAt(0).toString(16)).join('')

test('every notation of a serial is equal, and finds what is stored', () => {
  fc.assert(
    fc.property(letters, digits, (maker, rest) => {
      const serial = maker + rest
      const hex = (hexOf(maker) + rest).toUpperCase()
      for (const spelling of [
        ...[serial.toLowerCase(), hex, hex.toLowerCase(), `${hex} (${maker}-${rest})`, `${maker}-${rest}`],
        ...[`${maker} ${rest.slice(0, 4)} ${rest.slice(4)}`, `${maker}\u00a0${rest}`, `SN:${serial}`, `SN${serial}`],
        ...[`S/N: ${maker}-${rest}`, `s/n:${hex}`],
      ]) {
        assert.equal(normalSerial(spelling), serial, spelling)
        assert.ok(serial.startsWith(serialPrefix(spelling)) || serialIn(spelling) === serial, spelling)
      }
      assert.equal(normalSerial(normalSerial(serial)), serial)
    }),
  )
})

test('the beginning of a notation is the beginning of the serial', () => {
  fc.assert(
    fc.property(letters, digits, fc.nat(8), (maker, rest, count) => {
      const part = rest.slice(0, count)
      for (const typed of [maker + part, `sn: ${maker}-${part}`, hexOf(maker) + part])
        assert.equal(serialPrefix(typed), maker + part, typed)
    }),
  )
})
