import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mock, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { LiveStream } from './live-stream.ts'

/** A server whose answers the test writes; `tab` opens a stream and records the calls of its listener. */
async function begin(answer: (response: ServerResponse, count: number) => void) {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    assert.equal(request.headers.authorization, 'Bearer x')
    asked.push(request.headers['last-event-id'] as string | undefined)
    answer(response, asked.length)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tab = (shared = false) => {
    const said: string[] = []
    const stream = new LiveStream(
      { url, init: async () => ({ headers: { Authorization: 'Bearer x' } }), shared },
      { opened: () => said.push('opened'), lost: () => said.push('lost'), event: ({ data }) => said.push(data) },
    )
    return { said, close: () => stream.close(), wake: () => stream.wake() }
  }
  const end = async () => {
    mock.timers.reset()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { asked, tab, end }
}

const head = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })

/** Waits without a timer, since timers are mocked; the network is not. */
async function until(found: () => boolean): Promise<void> {
  while (!found()) await turn()
}

test('a connection that says nothing is in doubt after 20 s and lost after 40: the next one goes on from its place', async () => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'] })
  const { asked, tab, end } = await begin((response, count) =>
    head(response).write(`id: ${count}\ndata: a${count}\n\n`),
  )
  const { said, close } = tab()
  await until(() => said.length === 2)
  mock.timers.tick(17_500)
  assert.deepEqual(said, ['opened', 'a1'])
  mock.timers.tick(5000)
  assert.deepEqual(said, ['opened', 'a1', 'lost'])
  mock.timers.tick(22_500)
  await until(() => asked.length === 2 || (mock.timers.tick(100), false))
  await until(() => said.length === 5)
  assert.deepEqual(said, ['opened', 'a1', 'lost', 'opened', 'a2'])
  assert.deepEqual(asked, [undefined, '1'])
  close()
  await end()
})

test('a connection whose body is held back was never live', async () => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'] })
  const { asked, tab, end } = await begin((response) => head(response).flushHeaders())
  const { said, close } = tab()
  await until(() => asked.length === 1)
  mock.timers.tick(50_000)
  await until(() => asked.length === 2 || (mock.timers.tick(100), false))
  assert.deepEqual(said, [])
  close()
  await end()
})

test('a page that comes to the front does not trust a connection that was silent', async () => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'] })
  const { asked, tab, end } = await begin((response) => head(response).write(': ping\n\n'))
  const { said, close, wake } = tab()
  await until(() => said.length === 1)
  mock.timers.setTime(Date.now() + 21_000)
  wake()
  assert.deepEqual(said, ['opened', 'lost'])
  await until(() => asked.length === 2 || (mock.timers.tick(100), false))
  close()
  await end()
})

test('all tabs hear one connection; when its tab is closed another one goes on from the same place', async () => {
  const open: ServerResponse[] = []
  const { asked, tab, end } = await begin((response, count) => {
    open.push(head(response))
    response.write(`id: ${count}\n: ping\n\n`)
  })
  const tabs = [tab(true), tab(true), tab(true)] as const
  const [first, ...others] = tabs
  await until(() => tabs.every(({ said }) => said.includes('opened')))
  assert.equal(asked.length, 1)
  open[0]?.write('id: 7\ndata: x\n\n')
  await until(() => tabs.every(({ said }) => said.includes('x')))
  first.close()
  await until(() => asked.length === 2)
  open[1]?.write('data: y\n\n')
  await until(() => others.every(({ said }) => said.includes('y')))
  assert.deepEqual(asked, [undefined, '7'])
  for (const { said } of others) assert.deepEqual(said, ['opened', 'x', 'y'])
  for (const one of others) one.close()
  await end()
})

test('a tab that says nothing loses the lead to one that listens', async () => {
  const open: ServerResponse[] = []
  const { asked, tab, end } = await begin((response) => void open.push(head(response)))
  const frozen = new BroadcastChannel('hilo-live')
  // A frozen tab keeps its lock and reads nothing.
  let taken: unknown
  void navigator.locks
    .request('hilo-live', () => new Promise(() => undefined))
    .catch((error: unknown) => (taken = error))
  await turn()
  mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'] })
  const { said, close } = tab(true)
  mock.timers.tick(30_000)
  assert.equal(asked.length, 0)
  mock.timers.tick(15_000)
  await until(() => open.length === 1)
  open[0]?.write(': ping\n\n')
  await until(() => said.includes('opened'))
  assert.equal((taken as Error).name, 'AbortError')
  close()
  frozen.close()
  await end()
})
