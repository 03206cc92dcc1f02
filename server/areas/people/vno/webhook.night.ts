/** A test message to a system that does not answer: how long that takes. */
import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { makeAdmin, makeSession, makeVno } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'

interface Sent {
  status: number | null
  fault: string | null
  ms: number
}

test('no listener, and an open port without HTTP: the same answer after the same time', async () => {
  const server = await startTestServer()
  try {
    const vno = await makeVno(server.db)
    const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    const deaf = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
    const webhook_url = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}/avisos`
    const contact = { webhook_url, webhook_secret: 'un-secreto-de-prueba-0123' }
    assert.equal((await server.call('admin_vno/vno/edit', { id: vno.id, contact }, { session })).status, 200)
    const send = async () => {
      const { body, text } = await server.call('admin_vno/vno/webhook/test', { id: vno.id }, { session })
      const { record } = body as { record: Sent }
      assert.ok(record.ms >= 4900, text)
      return { ...record, ms: 0 }
    }
    const unheard = await send()
    await new Promise((resolve) => deaf.close(resolve))
    const gone = await send()
    assert.deepEqual([gone.status, gone.fault], [null, 'NOT_DELIVERED'])
    assert.deepEqual(unheard, gone)
  } finally {
    await server.close()
  }
})
