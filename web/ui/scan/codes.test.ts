import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelIn, readingsOf, typedReading, type Code, type Wanted } from './codes.ts'

const code = (text: string, format = 'code_128'): Code => ({ text, format })
const labels = (codes: Code[], wanted: Wanted) => readingsOf(codes, wanted).map(({ label }) => label)

test("a label is the code's content, the last part of a URL, or the item of a GS1 code", () => {
  assert.equal(labelIn(' val01-0312-07\n'), 'VAL01-0312-07')
  assert.equal(labelIn('https://red.example/cto/VAL01-0312-07'), 'VAL01-0312-07')
  assert.equal(labelIn('https://red.example/q?code=0312-07'), '0312-07')
  assert.equal(labelIn('D46-0000001-8'), 'D46-0000001-8')
  assert.equal(labelIn('28/C1/P3'), '28/C1/P3')
  assert.equal(labelIn('(01)08412345678905(21)0312-07'), '0312-07')
  assert.equal(labelIn('010841234567890521VAL01-0312-07\x1d240X'), 'VAL01-0312-07')
  assert.equal(labelIn('010841234567890521VAL01-0312-07'), 'VAL01-0312-07')
})

test('content that cannot be a label is rejected', () => {
  const urls = ['https://red.example/', 'https://red.example/%E0']
  for (const text of [
    '',
    '   ',
    ...urls,
    '<b>x</b>',
    'a'.repeat(65),
    '\u0000',
    'WIFI:S:casa;P:secreto;;',
    '(01)08412345678905',
  ])
    assert.equal(labelIn(text), null, text)
})

test('of all codes of a picture the one counts that the step means', () => {
  const ont = [
    code('D05F8A112233'),
    code('WIFI:S:MiFibra;T:WPA;P:Xk39;;', 'qr_code'),
    code('8412345678905', 'ean_13'),
    code('02312QAB'),
    code('HWTC87EDBE13'),
  ]
  assert.deepEqual(labels(ont, { kind: 'serial' }), ['HWTC87EDBE13'])
  assert.deepEqual(labels(ont, { kind: 'any' }), ['HWTC87EDBE13'], 'a serial comes before other labels')
  assert.deepEqual(labels([...ont].toReversed(), { kind: 'any' }), ['HWTC87EDBE13'])
  const plate = [code('00259E4A1B2C'), code('8412345678905', 'ean_13'), code('VAL01-0055-03', 'qr_code')]
  assert.deepEqual(readingsOf(plate, { kind: 'label' }), [{ label: 'VAL01-0055-03', by: 'qr', unchecked: null }])
})

test('a MAC, an article number and a serial never become the label of a box', () => {
  for (const text of [
    ...['00259E4A1B2C', '00:25:9e:4a:1b:2c', '00-25-9E-4A-1B-2C', '0025.9e4a.1b2c', 'MAC:00259E4A1B2C'],
    ...['MAC ID: 00:25:9E:4A:1B:2C', 'HWTC87EDBE13', '4857544387EDBE13', 'SN:HWTC87EDBE13'],
  ])
    assert.deepEqual(labels([code(text)], { kind: 'label' }), [], text)
  for (const format of ['ean_13', 'ean_8', 'upc_a', 'upc_e'])
    for (const kind of ['label', 'any'] as const)
      assert.deepEqual(labels([code('84123456', format)], { kind }), [], format)
  assert.deepEqual(labels([code('280790055011')], { kind: 'label' }), ['280790055011'], 'digits alone are a label')
})

test('two different labels are both told, equal ones once, and the expected one alone', () => {
  const two = [code('HWTC87EDBE13'), code('485754431A2B3C4D'), code('HWTC-87EDBE13', 'qr_code')]
  assert.deepEqual(labels(two, { kind: 'serial' }), ['HWTC87EDBE13', 'HWTC1A2B3C4D'])
  const plates = [code('VAL01-0055-03'), code('VAL01-0055-04'), code('val01-0055-03', 'qr_code')]
  assert.deepEqual(labels(plates, { kind: 'label' }), ['VAL01-0055-03', 'VAL01-0055-04'])
  assert.deepEqual(labels(plates, { kind: 'label', expected: [null, 'VAL01-0055-04'] }), ['VAL01-0055-04'])
  assert.deepEqual(labels(plates, { kind: 'label', expected: ['VAL01-0055-09'] }).length, 2)
  assert.deepEqual(labels([code('00259E4A1B2C')], { kind: 'label', expected: ['00259E4A1B2C'] }), ['00259E4A1B2C'])
})

test('the last character of a Code 39 may be its check character', () => {
  const printed = code('28-0041-ACN', 'code_39')
  const [reading] = readingsOf([printed], { kind: 'any' })
  assert.deepEqual(reading, { label: '28-0041-ACN', by: 'barcode', unchecked: '28-0041-AC' })
  assert.deepEqual(labels([printed], { kind: 'label', expected: ['28-0041-AC'] }), ['28-0041-AC'])
  assert.deepEqual(labels([code('HWTC87EDBE13W', 'code_39')], { kind: 'serial' }), ['HWTC87EDBE13'])
  for (const other of [code('28-0041-ACN'), code('28-0041-ACM', 'code_39'), code('AA', 'code_39')])
    assert.equal(readingsOf([other], { kind: 'any' })[0]?.unchecked, null, other.text)
})

test('square codes count as QR, linear ones as barcodes, and what is typed as such', () => {
  const by = (format: string) => readingsOf([code('VAL01', format)], { kind: 'label' })[0]?.by
  assert.deepEqual(['qr_code', 'data_matrix', 'code_128', 'code_39'].map(by), ['qr', 'qr', 'barcode', 'barcode'])
  assert.deepEqual(typedReading('hwtc-87ed be13', 'serial'), { label: 'HWTC87EDBE13', by: 'manual', unchecked: null })
  for (const typed of ['VAL01', 'HWTC87EDBE13 HWTC1A2B3C4D']) assert.equal(typedReading(typed, 'serial'), null, typed)
  assert.equal(typedReading('val01', 'any')?.label, 'VAL01')
})
