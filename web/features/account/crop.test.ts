import assert from 'node:assert/strict'
import { test } from 'node:test'
import { squareOf, wholeView, clampView } from './crop.ts'

test('at first the square is the middle of the picture, whole on its shorter side', () => {
  assert.deepEqual(squareOf(wholeView, 400, 300), { left: 50, top: 0, side: 300 })
  assert.deepEqual(squareOf(wholeView, 300, 400), { left: 0, top: 50, side: 300 })
})

test('it never leaves the picture, however far it is dragged or drawn near', () => {
  assert.deepEqual(squareOf({ zoom: 2, x: 5, y: -5 }, 400, 300), { left: 250, top: 0, side: 150 })
  assert.equal(clampView({ zoom: 9, x: 0.5, y: 0.5 }, 400, 300).zoom, 4)
  assert.equal(clampView({ zoom: 0.1, x: 0.5, y: 0.5 }, 400, 300).zoom, 1)
})
