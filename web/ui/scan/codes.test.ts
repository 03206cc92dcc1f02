import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelIn, readByOf } from './codes.ts'

test('a label is what stands there, or the end of an address', () => {
  assert.equal(labelIn(' val01-0312-07\n'), 'VAL01-0312-07')
  assert.equal(labelIn('https://red.example/cto/VAL01-0312-07'), 'VAL01-0312-07')
  assert.equal(labelIn('https://red.example/q?code=0312-07'), '0312-07')
  assert.equal(labelIn('D46-0000001-8'), 'D46-0000001-8')
})

test('what cannot be a label is none', () => {
  for (const text of [
    '',
    '   ',
    'https://red.example/',
    '<b>x</b>',
    'a'.repeat(65),
    '\u0000',
    'WIFI:S:casa;P:secreto;;',
  ])
    assert.equal(labelIn(text), null, text)
})

test('squares are read as a QR, bars as bars', () => {
  assert.deepEqual(['qr_code', 'data_matrix', 'code_128', 'ean_13'].map(readByOf), ['qr', 'qr', 'barcode', 'barcode'])
})
