import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAddress, userOf, withUser } from './database-address.ts'

test('an address may name several servers, each with a port of its own, and which of them is wanted', () => {
  const read = readAddress('postgres://u:p%40s@h1:5433,h2,[::1]:6000/hilo?target_session_attrs=primary&sslmode=disable')
  assert.deepEqual(read?.places, [
    { host: 'h1', port: 5433 },
    { host: 'h2', port: 5432 },
    { host: '::1', port: 6000 },
  ])
  assert.equal(read?.wanted, 'primary')
  assert.equal(read?.first, 'postgres://u:p%40s@h1:5433/hilo?sslmode=disable')
})

test('hosts may be given as parameters, and a Unix socket is one', () => {
  assert.deepEqual(readAddress('postgresql://u@/hilo?host=a,b&port=1,2')?.places, [
    { host: 'a', port: 1 },
    { host: 'b', port: 2 },
  ])
  const socket = readAddress('postgres://u:p@localhost/hilo?host=%2Frun%2Fpg')
  assert.deepEqual(socket?.places, [{ host: '/run/pg', port: 5432 }])
})

test('an external database has its own servers', () => {
  const made = withUser('postgres://owner:x@h1:1,h2:2/hilo?sslmode=require', { name: 'hilo_app', password: 'a:/@' })
  assert.equal(made, 'postgres://hilo_app:a%3A%2F%40@h1:1,h2:2/hilo?sslmode=require')
  assert.deepEqual(userOf(made), { name: 'hilo_app', password: 'a:/@' })
})

for (const wrong of [
  ...['mysql://u@h/d', 'hilo', 'postgres://u@h:99999/d', 'postgres://u@h:x/d'],
  'postgres://u@h/d?target_session_attrs=otro',
])
  test(`${wrong} is no address`, () => assert.equal(readAddress(wrong), null))
