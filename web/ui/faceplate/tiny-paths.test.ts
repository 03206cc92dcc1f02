import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FaceplatePort } from './port-look.ts'
import { tinyPaths } from './tiny-paths.ts'

const port = (number: number, over: Partial<FaceplatePort> = {}): FaceplatePort => ({
  port: number,
  port_state: 3,
  state: 'online',
  own: false,
  rx_dbm: null,
  olt_rx_dbm: null,
  light: 'ok',
  read_at: null,
  ...over,
})

test('a cell has at most six paths whatever the box holds', () => {
  const ports = Array.from({ length: 32 }, (_, index) =>
    port(index + 1, {
      light: (['ok', 'weak', 'dark', 'off', 'unknown'] as const)[index % 5] ?? 'ok',
      port_state: (index % 6) + 1,
      own: index % 4 === 0,
    }),
  )
  assert.ok(Object.keys(tinyPaths(ports, 32).paths).length <= 6)
})

test('two rows up to sixteen ports, rows of eight above', () => {
  assert.deepEqual(
    [4, 8, 16, 24, 32].map((total) => tinyPaths([], total).height),
    [15, 15, 15, 22, 29],
  )
  assert.deepEqual(
    [4, 8, 16, 24, 32].map((total) => tinyPaths([], total).width),
    [15, 29, 57, 57, 57],
  )
})

test('the port of the intervention is the one marked; harm is told first', () => {
  const ports = [port(1, { own: true }), port(2), port(3, { light: 'dark' })]
  assert.equal(tinyPaths(ports, 4, 2).paths.mine?.startsWith('M11 4'), true)
  assert.equal(tinyPaths(ports, 4).paths.mine?.startsWith('M4 4'), true)
  assert.equal(tinyPaths(ports, 4, 3).paths.mine, undefined)
  assert.ok(tinyPaths(ports, 4, 3).paths.cut)
})
