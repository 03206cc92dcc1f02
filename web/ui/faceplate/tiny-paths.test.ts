import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnOf } from '@hilo/domain/test/columns.ts'
import type { FaceplatePort } from './port-look.ts'
import { testPort as port } from './test-port.ts'
import { tinyPaths } from './tiny-paths.ts'

test('a cell has at most six paths, whatever the box contains', () => {
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
  const boxes = [4, 8, 16, 24, 32].map((total) => tinyPaths([], total))
  assert.deepEqual(columnOf(boxes, 'height'), [15, 15, 15, 22, 29])
  assert.deepEqual(columnOf(boxes, 'width'), [15, 29, 57, 57, 57])
})

test('only the port of the intervention is marked as own; harm takes precedence', () => {
  const ports = [port(1, { own: true }), port(2), port(3, { light: 'dark' })]
  assert.equal(tinyPaths(ports, 4, 2).paths.mine?.startsWith('M11 4'), true)
  assert.equal(tinyPaths(ports, 4).paths.mine?.startsWith('M4 4'), true)
  assert.equal(tinyPaths(ports, 4, 3).paths.mine, undefined)
  assert.ok(tinyPaths(ports, 4, 3).paths.cut)
})

test('the small box draws a port in the colour of the report: dark before the work is no alarm', () => {
  const drawn = (over: Partial<FaceplatePort>) => Object.keys(tinyPaths([port(1, over)], 1).paths)
  assert.deepEqual(drawn({ light: 'dark' }), ['cut'])
  assert.deepEqual(drawn({ light: 'dark', preexisting: true }), ['off'])
  assert.deepEqual(drawn({ light: 'dark', class: 'apagado' }), ['off'])
  assert.deepEqual(drawn({ light: 'dark', class: 'no_concluyente' }), ['rest'])
  assert.deepEqual(drawn({ class: 'degradado', level: 'aviso' }), ['weak'])
  assert.deepEqual(drawn({ class: 'degradado', level: 'bloqueo' }), ['cut'])
  assert.deepEqual(drawn({ class: 'corte_recuperado' }), ['weak'])
  assert.deepEqual(drawn({ class: 'microcorte' }), ['lit'])
})

test('a grave loss of power keeps its triangle', () => {
  const shape = (level: 'aviso' | 'bloqueo') => {
    const { weak, cut } = tinyPaths([port(1, { class: 'degradado', level })], 1).paths
    return weak ?? cut
  }
  assert.equal(shape('bloqueo'), shape('aviso'))
})
