import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { elementsOf, isCoded, itemsIn } from './gs1.ts'

const item = [
  { id: '01', value: '08412345678905' },
  { id: '21', value: 'HWTC87EDBE13' },
]

test('the elements of a GS1 symbol are found in every form that decoders return', () => {
  for (const text of [
    ...['(01)08412345678905(21)HWTC87EDBE13', ' (01) 08412345678905 (21) HWTC87EDBE13 '],
    ...['010841234567890521HWTC87EDBE13', '\x1d010841234567890521HWTC87EDBE13'],
    ...[']C1010841234567890521HWTC87EDBE13', ']d2010841234567890521HWTC87EDBE13\x1d'],
  ])
    assert.deepEqual(elementsOf(text), item, JSON.stringify(text))
  assert.deepEqual(elementsOf('21HWTC87EDBE13\x1d240HG8145X6\x1d310300125011250101'), [
    { id: '21', value: 'HWTC87EDBE13' },
    { id: '240', value: 'HG8145X6' },
    { id: '3103', value: '001250' },
    { id: '11', value: '250101' },
  ])
})

test('so are those of an ISO 15434 message, whose control characters may be shown as pictures', () => {
  for (const text of ['[)>\x1e06\x1d1P3FE47000AA\x1dSALCLB2C3D4E5\x1e\x04', '[)>␞06␝1P3FE47000AA␝SALCLB2C3D4E5␞␄']) {
    assert.deepEqual(itemsIn(text), ['ALCLB2C3D4E5'], JSON.stringify(text))
    assert.ok(isCoded(text))
  }
})

test('what is no GS1 has no elements, and digits without a trade item are not taken as coded', () => {
  for (const text of ['', 'VAL01-0055-03', '(12', '01084123', '(x)1', 'HWTC87EDBE13', '01\x1d'])
    assert.equal(elementsOf(text), null, text)
  for (const text of ['280790055011', '010841234567890421HWTC87EDBE13', 'CTO (2)']) assert.ok(!isCoded(text), text)
  assert.ok(isCoded('(21)0055-03'))
  assert.ok(isCoded('010841234567890521VAL01-0312-07'))
  assert.ok(isCoded('21HWTC87EDBE13\x1d240HG8145X6'))
})

test('elements written one behind the other are read as they were written', () => {
  const value = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJ0123456789-'), minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(value, value, fc.boolean(), (serial, other, brackets) => {
      const text = brackets
        ? `(01)08412345678905(21)${serial}(240)${other}`
        : `010841234567890521${serial}\x1d240${other}`
      assert.deepEqual(itemsIn(text), [serial])
      assert.deepEqual(elementsOf(text)?.at(-1), { id: '240', value: other })
    }),
  )
})
