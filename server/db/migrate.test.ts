import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { Migrating } from '../test/migrating.ts'

let made: Migrating
before(async () => {
  made = await Migrating.open()
})
beforeEach(() => made.begin())
afterEach(() => made.end())
after(() => made.close())

test('migrations run once, in order', async () => {
  await made.put('0001-first.sql', 'create table first (n int)')
  await made.put('0002-second.sql', 'insert into first values (2)')
  assert.equal(await made.run(), 2)
  assert.equal(await made.run(), 0)
  assert.equal((await made.client.query('select * from first')).rowCount, 1)
})

test('a failing one leaves no trace and keeps the earlier ones', async () => {
  await made.put('0001-first.sql', 'create table first (n int)')
  await made.put('0002-second.sql', 'create table half (n int); select 1 / 0')
  await assert.rejects(made.run(), /0002-second\.sql no se pudo aplicar y se ha deshecho: division by zero/)
  assert.equal(await made.exists('first'), true)
  assert.equal(await made.exists('half'), false)
  await made.put('0002-second.sql', 'create table half (n int)')
  assert.equal(await made.run(), 1)
})

test('a database that knows more, or a changed file, stops the start', async () => {
  await made.put('0001-first.sql', 'create table first (n int)')
  await made.run()
  await made.put('0001-first.sql', 'create table first (n bigint)')
  await assert.rejects(made.run(), /0001-first\.sql ya está aplicada y su archivo ha cambiado/)
  await rm(join(made.folder, '0001-first.sql'))
  await assert.rejects(made.run(), /versión más nueva de Hilo \(tiene la migración 0001-first\.sql\)/)
})
