import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesOf } from './codes.ts'

test('codes are found however they are pasted, each once, without the head of their column', () => {
  const pasted = 'acceso\r\nac28-01843907-5\n"AC28-01807512-7";AC28-01807512-7, AC28-01811700-2\t\n\n'
  assert.deepEqual(codesOf(pasted), ['AC28-01843907-5', 'AC28-01807512-7', 'AC28-01811700-2'])
  assert.deepEqual(codesOf(' \n '), [])
})
