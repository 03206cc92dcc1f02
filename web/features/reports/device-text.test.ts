import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceText } from './device-text.ts'
import { loadCatalogue } from '../../build/test-catalogue.ts'

await loadCatalogue()

test('a device is told in words, never as a user agent or an identifier', () => {
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'
  assert.equal(deviceText(windows), 'Chrome en Windows')
  assert.equal(deviceText('0198c0de-0000-7000-8000-000000000001'), 'Aplicación Hilo')
  assert.equal(deviceText('curl/8.5.0'), 'Otro programa')
  assert.equal(deviceText(null), null)
})
