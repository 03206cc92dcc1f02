import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { safeReturnTo } from './return-to.ts'

const origin = 'https://hilo.example'
const hostile = [
  ...[
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '\t//evil.test',
  ],
  ...['https://evil.test', 'http:evil.test', 'javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x'],
  ...['evil.test', '/%2f/evil.test', '/%2fevil.test', '/%5cevil.test', '/%09/evil.test', '/.//evil.test'],
  ...['/%0d%0aLocation:%20//evil.test', '/..//evil.test', '/./\\evil.test', '/%2e//evil.test', '@evil.test'],
  ...['/@evil.test//', ' /vno', '/vno\u0000', '/vno\r\n', '', '/', '//', '/login', '/login?return_to_url=/vno'],
  ...['/loading-oauth', '/oauth/user?code=1', '/vno//evil.test'],
]

test('S18 a return path that could leave the site, or lead into signing in again, is refused', () => {
  for (const value of hostile) assert.equal(safeReturnTo(value), null, JSON.stringify(value))
  for (const value of [null, undefined, 1, {}, ['/vno']]) assert.equal(safeReturnTo(value), null)
})

test('S18 paths of the product are kept as they are', () => {
  for (const value of [
    ...['/vno', '/vno/puertos?state=3&q=VAL01', '/vno/ctos/7#puertos', '/tecnico/cto/VAL01-0312-07'],
    '/vno/intervenciones?created_at=2026-11-20T00:00:00.000Z',
  ])
    assert.equal(safeReturnTo(value), value)
})

test('S18 whatever the input, the result stays on the site', () => {
  const words = ['//', '%2f', '%5c', '..', 'evil.test', 'vno', 'javascript:', '%00']
  const piece = fc.constantFrom(...'/\\.@:?#\t\n \u3002\uff0f', ...words)
  const built = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''))
  const rooted = built.map((rest) => `/${rest}`)
  const any = fc.oneof(built, fc.string(), fc.webUrl(), rooted)
  const stays = fc.property(any, (value) => {
    const out = safeReturnTo(value)
    if (out !== null) assert.equal(new URL(out, origin).origin, origin)
  })
  fc.assert(stays, { numRuns: 5000 })
})
