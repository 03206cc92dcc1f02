import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf } from './device.ts'

test('browser and system are told apart', () => {
  const cases = [
    ['X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36', 'Chrome', 'Linux'],
    ['Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36 Edg/150.0', 'Edge', 'Windows'],
    [
      'iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1',
      'Safari',
      'iPhone',
    ],
    ['Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 'Firefox', 'Android'],
  ]
  for (const [agent, browser, system] of cases)
    assert.deepEqual(deviceOf(`Mozilla/5.0 (${agent}`), { browser, system }, agent)
  assert.deepEqual(deviceOf('curl/8.5'), { browser: undefined, system: undefined })
})
