import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startTestDatabase } from '../../test/database.ts'
import { DatabaseClient, linked } from './client.ts'
import { isLostConnection } from '../lost-connection.ts'

test('a process that was busy for longer than the limit still gets its connection', async () => {
  const db = await startTestDatabase()
  const client = new DatabaseClient(linked(db.ownerUrl, { connectMs: 600 }))
  const connected = client.connect()
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500))
  await connected
  assert.equal((await client.query('select 1')).rowCount, 1)
  await client.end()
  await db.close()
})

test('a server that accepts and never answers is left', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const client = new DatabaseClient(linked(`postgres://hilo:x@127.0.0.1:${port}/hilo`, { connectMs: 600 }))
  await assert.rejects(client.connect(), isLostConnection)
  silent.close()
})
