import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { closedAfter } from '../test/closed-after.ts'
import { Migrating } from '../test/migrating.ts'

const made = closedAfter(await Migrating.open())
beforeEach(() => made.begin())
afterEach(() => made.end())

test('migrations run once, in order, after the baseline', async () => {
  await made.put('baseline/01-first.sql', 'create table first (n int)')
  await made.put('migrations/0083-second.sql', 'insert into first values (2)')
  await made.put('migrations/0084-third.sql', 'update first set n = n + 1')
  await made.put('migrations/README.md', 'is not run')
  assert.equal(await made.run(), 3)
  assert.equal(await made.run(), 0)
  assert.deepEqual((await made.client.query('select n from first')).rows, [{ n: 3 }])
  assert.deepEqual(await made.applied(), ['0082-baseline', '0083-second.sql', '0084-third.sql'])
})

test('a failing one leaves no trace and keeps the earlier ones', async () => {
  await made.put('migrations/0083-first.sql', 'create table first (n int)')
  await made.put('migrations/0084-second.sql', 'create table half (n int); select 1 / 0')
  await assert.rejects(made.run(), /0084-second\.sql no se pudo aplicar y se ha deshecho: division by zero/)
  assert.equal(await made.exists('first'), true)
  assert.equal(await made.exists('half'), false)
  await made.put('migrations/0084-second.sql', 'create table half (n int)')
  assert.equal(await made.run(), 1)
})

test('a database that knows more, or a changed file, stops the start', async () => {
  await made.put('migrations/0083-first.sql', 'create table first (n int)')
  await made.run()
  await made.put('migrations/0083-first.sql', 'create table first (n bigint)')
  await assert.rejects(made.run(), /0083-first\.sql ya está aplicada y su archivo ha cambiado/)
  await made.remove('migrations/0083-first.sql')
  await assert.rejects(made.run(), /versión más nueva de Hilo \(tiene la migración 0083-first\.sql\)/)
})

test('each number belongs to one migration, and none of the baseline is used again', async () => {
  await made.put('migrations/0083-first.sql', 'select 1')
  await made.put('migrations/0083-second.sql', 'select 1')
  await assert.rejects(made.run(), /Dos migraciones tienen el número 0083: 0083-first\.sql y 0083-second\.sql/)
  await made.remove('migrations/0083-second.sql')
  await made.put('migrations/0071-second.sql', 'select 1')
  await assert.rejects(made.run(), /0071-second\.sql ya está usado: los libres empiezan en 0083/)
  assert.equal(await made.exists('schema_migration'), false, 'the database is not touched')
})

describe('the baseline', () => {
  test('is one transaction, with the functions that its tables use and before those that use its tables', async () => {
    await made.put('functions/one.sql', 'create function one() returns int language sql as $$ select n from first $$')
    await made.put('functions/rows.sql', 'create function of_row(f first) returns int language sql as $$ select 1 $$')
    await made.put('baseline/01-first.sql', 'create table first (n int default one())')
    await made.put('baseline/02-second.sql', 'create table second (n int); select 1 / 0')
    await assert.rejects(made.run(), /0082-baseline \(02-second\.sql\) no se pudo aplicar y se ha deshecho: division/)
    assert.equal(await made.exists('first'), false)
    await made.put('baseline/02-second.sql', 'create table second (n int)')
    assert.equal(await made.run(), 1)
    assert.deepEqual(await made.applied(), ['0082-baseline'])
  })

  test('may not change once it is applied; functions may', async () => {
    await made.put('functions/one.sql', 'create function one() returns int language sql as $$ select 1 $$')
    await made.put('baseline/01-first.sql', 'create table first (n int)')
    await made.run()
    await made.put('functions/one.sql', 'create function one() returns int language sql as $$ select 2 $$')
    assert.equal(await made.run(), 0)
    await made.put('baseline/02-second.sql', 'create table second (n int)')
    await assert.rejects(made.run(), /0082-baseline ya está aplicada y su archivo ha cambiado/)
  })
})

describe('a database from before the baseline', () => {
  test('with all of its migrations goes on with the later ones alone', async () => {
    await made.put('baseline/01-first.sql', 'create table first (n int)')
    const earlier = ['0001-people.sql', '0071-discharge-withdrawal.sql', '0071-support-requests.sql']
    await made.record(...earlier, '0082-passkey-eligible.sql')
    assert.equal(await made.run(), 0)
    await made.put('migrations/0083-second.sql', 'create table second (n int)')
    assert.equal(await made.run(), 1)
    assert.equal(await made.run(), 0)
    assert.deepEqual(await made.applied(), [...earlier, '0082-passkey-eligible.sql', '0083-second.sql'])
    assert.equal(await made.exists('first'), false)
    assert.equal(await made.exists('second'), true)
    await made.remove('migrations/0083-second.sql')
    await assert.rejects(made.run(), /versión más nueva de Hilo \(tiene la migración 0083-second\.sql\)/)
  })

  test('with only some of them is refused, with what to do', async () => {
    await made.put('baseline/01-first.sql', 'create table first (n int)')
    await made.record('0001-people.sql', '0081-found-dark.sql')
    await assert.rejects(
      made.run(),
      /anterior al 30 de noviembre de 2026 \(su última migración es 0081-found-dark\.sql\)\. Arranca una vez la versión del 30 de noviembre de 2026, .* y después esta/,
    )
    assert.equal(await made.exists('first'), false)
  })
})
