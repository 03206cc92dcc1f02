import assert from 'node:assert/strict'
import { test } from 'node:test'
import { portValues } from './box.ts'

test('a port that was cut twice is named and counted once', () => {
  assert.deepEqual(portValues([{ port: 3 }, { port: 3 }]), { count: 1, ports: '3' })
  assert.deepEqual(portValues([{ port: 3 }, { port: 7 }, { port: 3 }]), { count: 2, ports: '3 y 7' })
})
