import assert from 'node:assert/strict'
import { test } from 'node:test'
import { returnQuery } from './return-link.ts'

const claimed = 'https://hilo.test/oauth/native'

test('a redirect back from signing in is parsed, by claimed or private link', () => {
  assert.equal(returnQuery(`${claimed}?code=a%20b&state=s`, claimed), '?code=a+b&state=s')
  assert.equal(
    returnQuery('hilo://oauth/user?code=a&state=s&iss=https%3A%2F%2Fhilo.test', claimed)?.slice(0, 7),
    '?code=a',
  )
  assert.equal(returnQuery('hilo://oauth/user?error=access_denied&state=s'), '?error=access_denied&state=s')
  const google = `${claimed}?code=a&scope=openid&authuser=0&prompt=consent&state=s&return_to_url=%2Fx`
  assert.equal(returnQuery(google, claimed), '?code=a&state=s')
  assert.equal(returnQuery(`${claimed}?code=a&state=s#`, claimed), '?code=a&state=s')
})

test('any other link is ignored', () => {
  const others = [
    claimed,
    `${claimed}?`,
    `${claimed}/?code=a&state=s`,
    `${claimed}/x?code=a&state=s`,
    `${claimed}#?code=a&state=s`,
    `${claimed}?code=a&code=b&state=s`,
    `${claimed}?code=a&state=s&%63ode=b`,
    `${claimed}?return_to_url=%2Fx`,
    'http://hilo.test/oauth/native?code=a&state=s',
    'https://hilo.test.evil/oauth/native?code=a&state=s',
    'https://hilo.test@evil/oauth/native?code=a&state=s',
    'https://hilo.test:444/oauth/native?code=a&state=s',
    'HILO://oauth/user?code=a&state=s',
    'hilo://oauth/user/../x?code=a&state=s',
    'hilo2://oauth/user?code=a&state=s',
    'javascript:alert(1)',
    '',
  ]
  for (const link of others) assert.equal(returnQuery(link, claimed), null, link)
})
