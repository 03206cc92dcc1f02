import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { markFormulas, unmarkFormulas } from './formula.ts'

const pieces = fc.constantFrom('=', '+', '-', '@', '＝', "'", ';', '\t', '\r', '\n', ' ', 'a', '1', '"', ',')
const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''))

it('no cell of a CSV begins with a formula sign, however it is split', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const cell of markFormulas(text).split(/[;\t\r\n]/)) assert.doesNotMatch(cell, /^[=+\-@＝＋－＠]/)
    }),
  )
})

it('an escaped text is restored exactly', () => {
  fc.assert(fc.property(texts, (text) => assert.equal(unmarkFormulas(markFormulas(text)), text)))
})
