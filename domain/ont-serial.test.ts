import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOntSerial, normalSerial, ontModel, serialIn } from './ont-serial.ts'

test('a serial is four letters of the maker and eight hexadecimal digits', () => {
  for (const good of ['HWTC1A2B3C4D', 'ZTEG00000000']) assert.ok(isOntSerial(good))
  for (const bad of [
    '',
    'HWTC1A2B3C4',
    'HWTC1A2B3C4DE',
    'hwtc1a2b3c4d',
    'HWT11A2B3C4D',
    'HWTC1A2B3C4G',
    ' HWTC1A2B3C4D',
  ])
    assert.ok(!isOntSerial(bad), bad)
  assert.equal(normalSerial(' hwtc-1a2b 3c4d'), 'HWTC1A2B3C4D')
})

test('only models that the network knows, each of its own maker', () => {
  assert.equal(ontModel('HWTC1A2B3C4D'), 'HG8145X6')
  assert.equal(ontModel('HWTC1A2B3C4D', 'HG8245Q2'), 'HG8245Q2')
  assert.equal(ontModel('HWTC1A2B3C4D', 'ZXHN F680'), null)
  assert.equal(ontModel('XXXX1A2B3C4D'), null)
  assert.equal(ontModel('HWTC'), null)
})

test('a serial is found in what a label says', () => {
  for (const text of [
    'HWTC1234ABCD',
    'hwtc-1234 abcd',
    'S/N: HWTC1234ABCD; MAC 00:11',
    '485754431234ABCD',
    'SNHWTC1234ABCD',
  ])
    assert.equal(serialIn(text), 'HWTC1234ABCD', text)
  for (const text of ['', 'VAL01-0312-07', '123456789012', 'HWTC1234ABC']) assert.equal(serialIn(text), null, text)
})
