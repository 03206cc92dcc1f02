import assert from 'node:assert/strict'
import { test } from 'node:test'
import { returnQuery } from './return-link.ts'

const claimed = 'https://hilo.test/oauth/native'

test('a redirect back from signing in is parsed, by claimed or private link', () => {
  assert.equal(returnQuery(`${claimed}?code=a%20b&state=s`, claimed), '?code=a+b&state=s')
  const link = 'hilo://oauth/user?code=a&state=s&iss=https%3A%2F%2Fhilo.test'
  assert.equal(returnQuery(link, claimed)?.slice(0, 7), '?code=a')
  assert.equal(returnQuery('hilo://oauth/user?error=access_denied&state=s'), '?error=access_denied&state=s')
  const google = `${claimed}?code=a&scope=openid&authuser=0&prompt=consent&state=s&return_to_url=%2Fx`
  assert.equal(returnQuery(google, claimed), '?code=a&state=s')
  assert.equal(returnQuery(`${claimed}?code=a&state=s#`, claimed), '?code=a&state=s')
})

test('any other link is ignored', () => {
  const others = [
    ...['', '?', '/?code=a&state=s', '/x?code=a&state=s', '#?code=a&state=s', '?code=a&code=b&state=s'],
    ...['?code=a&state=s&%63ode=b', '?return_to_url=%2Fx'],
  ].map((rest) => claimed + rest)
  const elsewhere = [
    ...['http://hilo.test', 'https://hilo.test.evil', 'https://hilo.test@evil', 'https://hilo.test:444'],
  ].map((origin) => `${origin}/oauth/native?code=a&state=s`)
  const odd = ['HILO://oauth/user', 'hilo://oauth/user/../x', 'hilo2://oauth/user'].map((to) => `${to}?code=a&state=s`)
  for (const link of [...others, ...elsewhere, ...odd, 'javascript:alert(1)', ''])
    assert.equal(returnQuery(link, claimed), null, link)
})
