import fc from 'fast-check'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventReader } from './event-stream.ts'

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
