import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreementNodes } from './agreement-nodes.ts'

test('tags become a tree, entities letters', () => {
  assert.deepEqual(agreementNodes('<h2>Uno &amp; dos</h2>\n<ul><li>a<br>b</li><li><strong>c</strong></li></ul>'), [
    { tag: 'h2', children: ['Uno & dos'] },
    {
      tag: 'ul',
      children: [
        { tag: 'li', children: ['a', { tag: 'br', children: [] }, 'b'] },
        { tag: 'li', children: [{ tag: 'strong', children: ['c'] }] },
      ],
    },
  ])
})

test('what is not of the grammar is text, and an end without a beginning nothing', () => {
  assert.deepEqual(agreementNodes('<script>alert(1)</script>'), [
    { tag: 'p', children: ['<script>'] },
    { tag: 'p', children: ['alert(1)'] },
    { tag: 'p', children: ['</script>'] },
  ])
  assert.deepEqual(agreementNodes('</p>1 < 2'), [
    { tag: 'p', children: ['1 '] },
    { tag: 'p', children: ['<'] },
    { tag: 'p', children: [' 2'] },
  ])
})
