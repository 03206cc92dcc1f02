import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOf } from './language.ts'

test('every device language resolves to Spanish', () => {
  for (const device of ['es', 'es-ES', 'ES-mx', 'en-GB', 'spa', 'x', '', undefined])
    assert.equal(languageOf(device), 'es')
})
