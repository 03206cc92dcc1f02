import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUserInfo } from './user-info.ts'

test('the tax id of the user information is read under either of its names', () => {
  const read = (user: object) => readUserInfo({ user }).user
  assert.deepEqual(read({ id: 1, taxId: '12345678Z' }), { id: 1, tax_id: '12345678Z' })
  assert.deepEqual(read({ id: 1, tax_id: '12345678Z' }), { id: 1, tax_id: '12345678Z' })
  assert.deepEqual(read({ id: 1, taxId: '12345678Z', tax_id: null }), { id: 1, tax_id: '12345678Z' })
  assert.deepEqual(read({ id: 1 }), { id: 1, tax_id: null })
})
