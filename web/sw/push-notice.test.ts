/** What a browser shows of a push message, and where a press leads. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkWithin, noticeOf } from './push-notice.ts'

const origin = 'https://hilo.example'
const message = (over: object = {}) =>
  JSON.stringify({ id: 'notice-7', kind: 'event_refused', title: 'Título', body: 'Texto', link: '/tecnico/x', ...over })

test('a notice is shown once per id; an alarm stays until it is answered, and is felt', () => {
  const { title, options } = noticeOf(message(), origin)
  assert.deepEqual([title, options.body, options.tag, options.data.link], ['Título', 'Texto', 'notice-7', '/tecnico/x'])
  assert.deepEqual([options.requireInteraction, options.vibrate], [undefined, undefined])
  const alarm = noticeOf(message({ kind: 'neighbour_out' }), origin).options
  assert.equal(alarm.requireInteraction, true)
  assert.ok((alarm.vibrate ?? []).length > 0)
})

test('any message gives a notice, whatever it contains', () => {
  const garbage = [undefined, '', 'null', '7', '"x"', '[]', '{', '{"title":7,"id":{},"kind":[],"body":null,"link":{}}', '\u0000', '{"__proto__":{"title":"x"}}'] // prettier-ignore
  for (const text of garbage) {
    const { title, options } = noticeOf(text, origin)
    assert.deepEqual([title, options.data.link], ['Hilo', '/tecnico'], text)
  }
})

test('a press leads into the technician’s application only', () => {
  for (const link of ['/tecnico', '/tecnico/intervencion/7', '/tecnico/vecinos?x=1', `${origin}/tecnico/orden/3`])
    assert.equal(linkWithin(link, origin), link.replace(origin, ''))
  for (const link of [
    ...['/', '/vno', '/tecnicos', '//malo.example/tecnico', 'https://malo.example/tecnico', '/tecnico/../vno', 7, null],
    ...['/tecnico/%2e%2e/vno', 'javascript:alert(1)', '\\\\malo.example\\tecnico', 'https://yo@hilo.example/tecnico'],
    'https://hilo.example@malo.example/tecnico',
  ])
    assert.equal(linkWithin(link, origin), '/tecnico', String(link))
})
