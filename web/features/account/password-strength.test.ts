import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingOf, strengthOf } from './password-strength.ts'

test('a password is judged as the server does, and longer is better', () => {
  assert.equal(strengthOf('corta', []), 'short')
  assert.equal(strengthOf('lucia ferrer 7', ['Lucía', 'Ferrer', 'Amat']), 'common')
  assert.equal(strengthOf('Operadora-Norte-26', ['Operadora Norte']), 'common')
  assert.equal(strengthOf('tres tigres 1', []), 'fair')
  assert.equal(strengthOf('tres tristes tigres', []), 'good')
  assert.equal(strengthOf('tres tristes tigres comen', []), 'strong')
  assert.equal(strengthOf('x1'.repeat(65), []), 'long')
  assert.deepEqual([missingOf('corta'), missingOf('ñandú 👍'), missingOf('tres tristes tigres')], [7, 5, 0])
})
