import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createdBox, editedBox, emptyBox, type CtoValues } from './cto-values.ts'

const values: CtoValues = {
  ...emptyBox,
  code: ' 28079-val01-0312-07 ',
  street: 'Calle Mayor',
  number: '3',
  postal_code: '28001',
  municipality: 'Madrid',
  ine_code: '28079',
  province: 'Madrid',
  lat: '40,4151',
  lon: '−3,7042',
  pon_code: 'val01-olt02/1/7/3',
  splitter1_code: 'val01-s1',
  feeder_m: '1.200'.replace('.', ''),
}

test('a new box travels with its codes in order and its label after its code', () => {
  const box = createdBox(values)
  assert.deepEqual(
    [box.code, box.label, box.upstream.pon_code],
    ['28079-VAL01-0312-07', 'VAL01-0312-07', 'VAL01-OLT02/1/7/3'],
  )
  assert.deepEqual([box.position, box.upstream.feeder_m], [{ lat: 40.4151, lon: -3.7042 }, 1200])
  assert.equal('splitter' in box, false, 'the ports decide the splitter where nobody says it')
})

test('an edited box sends what was changed and nothing else', () => {
  assert.deepEqual(editedBox(values, values), {})
  assert.deepEqual(editedBox({ ...values, access_notes: 'Llave en conserjería', key_needed: true }, values), {
    access_notes: 'Llave en conserjería',
    key_needed: true,
  })
  assert.deepEqual(Object.keys(editedBox({ ...values, floor: '2' }, values)), ['address'])
})
