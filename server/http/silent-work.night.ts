/** A received request is answered, however long the work takes and its connection is silent. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeOperator, makeSession } from '../test/factories.ts'
import { startTestServer } from '../test/harness.ts'
import { onLinux, stoppedChild } from '../test/stopped-child.ts'

/** Instead of the two-minute timeout for arriving requests. */
const silentMs = 5000

describe('a request that takes longer than its connection may be silent', onLinux, async () => {
  const server = await startTestServer({ PORT: '0' })
  const session = await makeSession(server.db, await makeOperator(server.db))
  const address = await server.listen()
  server.app.server.timeout = silentMs
  after(async () => {
    server.app.server.closeAllConnections()
    await server.close()
  })

  const load = async () => {
    const body = new FormData()
    body.set('query', '{"preview":true}')
    body.set('file', new Blob(['kind,label\ndrop,D1\n']), 'red.csv')
    const { cookie } = session
    return await fetch(`${address}/api/v1/admin_vno/inventory/load.json`, { method: 'POST', headers: { cookie }, body })
  }

  it('a file whose reader gets no CPU time is answered once it does', async () => {
    const { work, goOn } = await stoppedChild(load)
    await sleep(2 * silentMs)
    goOn()
    assert.equal((await work).status, 200)
  })

  it('the next request on the same connection has the usual time to arrive', async () => {
    const arrived = once(server.app.server, 'request') as Promise<[IncomingMessage]>
    const answered = load()
    assert.equal((await arrived)[0].socket.timeout, silentMs)
    assert.equal((await answered).status, 200)
  })
})
