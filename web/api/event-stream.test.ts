import fc from 'fast-check'
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { ServerEvent } from './event-stream.ts'
import { eventReader, openEvents } from './event-stream.ts'

const text =
  'retry: 2000\n\nid: 7\n: ping\n\nevent: change\nid: 8\ndata: {"a":1}\n\nevent: resync\r\ndata: {}\r\n\r\ndata:a\ndata: b\n\n'
const events = [
  { name: 'change', data: '{"a":1}' },
  { name: 'resync', data: '{}' },
  { name: 'message', data: 'a\nb' },
]

test('events are the same wherever the text is split', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), text.length]
      const reader = eventReader()
      const found = places.slice(1).flatMap((end, index) => reader.read(text.slice(places[index], end)))
      assert.deepEqual(found, events)
      assert.equal(reader.lastId, '8')
    }),
  )
})

test('half an event at the end of a connection is not joined with the next connection', () => {
  const reader = eventReader()
  assert.deepEqual(reader.read('event: change\ndata: {"ha'), [])
  reader.drop()
  assert.deepEqual(reader.read('data: whole\n\n'), [{ name: 'message', data: 'whole' }])
})

test('a lost stream resumes from its last event id, with its headers', { timeout: 20_000 }, async () => {
  const asked: (string | undefined)[][] = []
  let cut = () => {}
  const server = createServer((request, response) => {
    asked.push([request.headers.authorization, request.headers['last-event-id'] as string | undefined])
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`event: change\nid: ${asked.length}\ndata: ${asked.length}\n\n`)
    if (asked.length === 1) cut = () => response.destroy()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const said: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const close = openEvents(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async () => ({ Authorization: 'Bearer x' }),
    {
      opened: () => said.push('opened'),
      lost: () => said.push('lost'),
      event: ({ data }: ServerEvent) => {
        said.push(data)
        if (data === '1') cut()
        if (data === '2') resolve()
      },
    },
  )
  await promise
  close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  assert.deepEqual(said, ['opened', '1', 'lost', 'opened', '2'])
  assert.deepEqual(asked, [
    ['Bearer x', undefined],
    ['Bearer x', '1'],
  ])
})
