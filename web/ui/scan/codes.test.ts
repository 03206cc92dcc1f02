import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelIn, readByOf } from './codes.ts'

test("a label is the code's content, or the last part of a URL", () => {
  assert.equal(labelIn(' val01-0312-07\n'), 'VAL01-0312-07')
  assert.equal(labelIn('https://red.example/cto/VAL01-0312-07'), 'VAL01-0312-07')
  assert.equal(labelIn('https://red.example/q?code=0312-07'), '0312-07')
  assert.equal(labelIn('D46-0000001-8'), 'D46-0000001-8')
})

test('content that cannot be a label is rejected', () => {
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

test('square codes count as QR, linear ones as barcodes', () => {
  assert.deepEqual(['qr_code', 'data_matrix', 'code_128', 'ean_13'].map(readByOf), ['qr', 'qr', 'barcode', 'barcode'])
})
