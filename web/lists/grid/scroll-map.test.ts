import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ScrollMap } from './scroll-map.ts'

test('an ordinary list is mapped one to one', () => {
  const map = new ScrollMap(7_200, 648)
  assert.equal(map.height, 7_200)
  assert.equal(map.follow(500), 500)
  assert.equal(map.goTo(99_999), 6_552)
  assert.equal(map.rest(), null)
})

test("a million rows stay below the browser's height limit, and both ends are reached", () => {
  const map = new ScrollMap(36_000_000, 648)
  assert.equal(map.height, 15_000_000)
  assert.equal(map.follow(15_000_000 - 648), 36_000_000 - 648)
  assert.equal(map.follow(0), 0)
  assert.ok(Math.abs(map.follow(7_500_000 - 324) - (18_000_000 - 324)) < 2)
})

test('small scrolls are pixel by pixel, and at rest the scrollbar is corrected without moving the content', () => {
  const map = new ScrollMap(36_000_000, 648)
  const top = map.follow(5_000_000)
  assert.equal(map.follow(5_000_100), top + 100)
  for (let step = 0; step < 100; step++) map.follow(5_000_100 + step * 100)
  const shown = map.top
  const place = map.rest()
  assert.ok(place !== null && place < 5_010_000)
  assert.equal(map.top, shown)
  assert.equal(map.rest(), null)
})

test('a list shorter than the view does not scroll', () => {
  const map = new ScrollMap(100, 648)
  assert.equal(map.follow(0), 0)
  assert.equal(map.goTo(50), 0)
})
