import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PageCache, type PageAnswer, type PageRequest } from './page-cache.ts'

interface Item {
  id: number
}

/** A keyset list of `size` rows whose ids are their row numbers; counts the requests. */
function source(size: number, told: { value: number; exact: boolean } = { value: size, exact: true }) {
  const asked: PageRequest[] = []
  const answer = (request: PageRequest): PageAnswer<Item> => {
    asked.push(request)
    const start = request.cursor === null ? 0 : Number(request.cursor)
    const end = Math.min(size, start + request.limit)
    const ids = Array.from({ length: end - start }, (_, at) => start + at)
    const records = ids.map((at) => ({ id: request.reverse ? size - 1 - at : at }))
    return { records, next_cursor: end < size ? String(end) : null, total: request.count ? told : undefined }
  }
  return { asked, answer }
}

function load(cache: PageCache<Item>, from: ReturnType<typeof source>, first: number, last: number, most = 10_000) {
  for (let turn = 0; turn < most; turn++) {
    const request = cache.plan(first, last)
    if (!request) return turn
    assert.ok(cache.accept(request, from.answer(request)))
    cache.trim(first, last)
  }
  return most
}
const ids = (cache: PageCache<Item>, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => cache.row(first + at)?.id)

test('the first view is one request, with the total', () => {
  const from = source(1_000_000)
  const cache = new PageCache<Item>()
  assert.equal(load(cache, from, 0, 24), 1)
  assert.equal(cache.total, 1_000_000)
  assert.deepEqual(ids(cache, 0, 3), [0, 1, 2, 3])
  assert.deepEqual(from.asked.map((one) => [one.limit, one.count]), [[50, true]])
})

test('scrolling on requests one page at a time, each from the cursor of the page before', () => {
  const from = source(1_000)
  const cache = new PageCache<Item>()
  load(cache, from, 0, 24)
  assert.equal(load(cache, from, 40, 80), 1)
  assert.deepEqual(ids(cache, 48, 52), [48, 49, 50, 51, 52])
  assert.equal(from.asked[1]?.cursor, '50')
  assert.equal(from.asked[1]?.count, false)
})

test('the far end is one request away, in reverse order', () => {
  const from = source(1_000_000)
  const cache = new PageCache<Item>()
  load(cache, from, 0, 24)
  assert.equal(load(cache, from, 999_976, 999_999), 1)
  assert.deepEqual(ids(cache, 999_998, 999_999), [999_998, 999_999])
  assert.equal(from.asked[1]?.reverse, true)
})

test('a jump into the middle walks in the longest pages and keeps a bounded number of rows', () => {
  const from = source(100_000)
  const cache = new PageCache<Item>(1_000)
  load(cache, from, 0, 24)
  const turns = load(cache, from, 20_000, 20_024)
  assert.ok(turns <= 102, `${turns} requests`)
  assert.deepEqual(ids(cache, 20_000, 20_001), [20_000, 20_001])
  assert.ok(cache.held <= 1_000)
  assert.equal(load(cache, from, 0, 24), 1, 'dropped rows come back from their own cursor')
  assert.ok(load(cache, from, 20_000, 20_024) <= 1, 'and so do those of the other place')
})

test('an estimate that is too small grows, one that is too large shrinks', () => {
  const small = source(500, { value: 60, exact: false })
  const cache = new PageCache<Item>()
  load(cache, small, 0, 59)
  assert.equal(cache.exact, false)
  assert.ok((cache.total ?? 0) > 60)
  for (let at = 0; at < 500; at += 40) load(cache, small, at, at + 40)
  assert.equal(cache.total, 500)
  assert.equal(cache.exact, true)
  const large = new PageCache<Item>()
  load(large, source(30, { value: 90, exact: false }), 0, 40)
  assert.equal(large.total, 30)
})

test('a refresh keeps the visible rows until newer ones arrive, and ignores responses to earlier requests', () => {
  const from = source(1_000)
  const cache = new PageCache<Item>()
  load(cache, from, 0, 24)
  load(cache, from, 100, 130)
  const old = cache.plan(300, 310)
  cache.refresh(100, 130)
  assert.equal(cache.row(101)?.id, 101)
  assert.equal(cache.row(0), undefined)
  assert.ok(old)
  assert.equal(cache.accept(old, from.answer(old)), false)
  assert.equal(load(cache, from, 100, 130), 1)
  assert.equal(cache.plan(100, 130), null)
})

test('an empty list is recognized as empty', () => {
  const cache = new PageCache<Item>()
  assert.equal(load(cache, source(0), 0, 20), 1)
  assert.equal(cache.total, 0)
  assert.equal(cache.plan(0, 20), null)
})
