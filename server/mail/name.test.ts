import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameInMail } from './name.ts'

test('a name in a message is one line of 60 characters at most, without anything that a mail program links', () => {
  const names = [
    ...['Ana https://evil.test/x?y', 'Gana un iPhone en www.evil.test', 'evil.test', 'evil。test', 'evil．test/ruta'],
    ...['mailto:ana@evil.test', 'HTTP://EVIL.TEST', 'h\u200bttps://evil.test', '<a href="//evil.test">aquí</a>'],
    ...['[aquí](https://evil.test)', 'Ana\r\nBcc: x@evil.test', 'a'.repeat(500), '🙂'.repeat(100)],
    ...['\u202egro.live//:sptth', '://'],
  ]
  for (const name of names) {
    const shown = nameInMail(name)
    assert.ok([...shown].length <= 60 && shown.length > 0, name)
    assert.doesNotMatch(shown, /:\/\/|www\.|@|[\p{L}\p{N}][.。．｡․][\p{L}\p{N}]|[\r\n\p{Cf}]/u, name)
  }
  for (const name of ['Lucía Ferrer Amat', 'M.ª José O’Neill', 'Fibra Norte, S. L.', 'Jean-Luc d’Arc'])
    assert.equal(nameInMail(name), name.replace('M.ª', 'M a').normalize('NFKC'), name)
})
