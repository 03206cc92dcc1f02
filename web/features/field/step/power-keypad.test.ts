import { limits } from '@hilo/domain/optics.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complete, dbmOf, figureOf, press, type Key } from './power-keypad.ts'
import { placeOf } from '../box/place.ts'
import { powerVerdict, scale, scaleX } from './power-words.ts'

const typed = (keys: string) => [...keys].reduce((figure, key) => press(figure, key as Key), '')

test('keys make a figure of two digits and two decimals, with or without the comma', () => {
  assert.equal(typed('20,80'), '20,80')
  assert.equal(typed('2080'), '20,80')
  assert.equal(typed('20,805'), '20,80')
  assert.equal(typed('7,5'), '7,5')
  assert.equal(typed(',7'), '7')
  assert.equal(typed('007'), '7')
  assert.equal(typed('1,,5'), '1,5')
  assert.equal(press('20,8', 'back'), '20,')
  assert.equal(press('', 'back'), '')
})

test('a figure is a negative power, and nothing is none', () => {
  assert.equal(dbmOf('20,80'), -20.8)
  assert.equal(dbmOf('20,'), -20)
  assert.equal(dbmOf(''), null)
  assert.equal(Object.is(dbmOf('0'), 0), true)
  assert.equal(figureOf(-21.6), '21,60')
  assert.equal(figureOf(null), '')
  assert.equal(complete('7,5'), '7,50')
})

test('the verdict names the limit that decides and the distance to it', () => {
  const box = limits('cto_port', 'B+')
  const say = (dbm: number) => {
    const { level, side, distance, limit } = powerVerdict(dbm, box)
    return [level, side, distance, limit]
  }
  assert.deepEqual(say(-20.8), ['ok', 'above', '1,20', -22])
  assert.deepEqual(say(-22), ['ok', 'above', '0,00', -22])
  assert.deepEqual(say(-23.1), ['aviso', 'below_good', '1,10', -22])
  assert.deepEqual(say(-25.3), ['bloqueo', 'below_low', '1,30', -24])
  assert.deepEqual(say(-7), ['bloqueo', 'over', '1,00', -8])
})

test('the scale keeps its order and its edges', () => {
  const box = limits('cto_port', 'B+')
  const at = [-49, -24, -22, -20.8, -12, -7].map((dbm) => scaleX(dbm, box))
  const sorted = at.toSorted((a, b) => a - b)
  assert.deepEqual(at, sorted)
  assert.ok(at.every((x) => x > 0 && x < scale.width))
})

test('a port is found by its row and the nearer edge', () => {
  assert.deepEqual(placeOf(7, 16), { row: 'top', edge: 'right', nth: 2 })
  assert.deepEqual(placeOf(9, 16), { row: 'bottom', edge: 'left', nth: 1 })
  assert.deepEqual(placeOf(5, 8), { row: 'only', edge: 'right', nth: 4 })
  assert.deepEqual(placeOf(2, 4), { row: 'only', edge: 'left', nth: 2 })
  assert.deepEqual(placeOf(12, 24), { row: 'middle', edge: 'left', nth: 4 })
  assert.deepEqual(placeOf(17, 32), { row: 'third', edge: 'left', nth: 1 })
  for (const total of [4, 8, 16, 24, 32])
    for (let port = 1; port <= total; port++) assert.ok(placeOf(port, total).nth <= 4)
})
