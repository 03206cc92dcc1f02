import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { endOf, massive, mayRead } from './massive.ts'

test("at most a tenth of an OLT's ports is read per minute, or one CTO", () => {
  fc.assert(
    fc.property(fc.integer({ min: 16, max: 20_000 }), fc.array(fc.constantFrom(8, 16, 32)), (total, boxes) => {
      let used = 0
      for (const box of boxes) if (mayRead({ used, box, total })) used += box
      assert.ok(used <= Math.max(total * massive.share, boxes[0] ?? 0))
      assert.ok(boxes.length === 0 || used > 0)
    }),
  )
})

test('the final state of a job', () => {
  assert.deepEqual([endOf(3, 0), endOf(3, 1), endOf(3, 3)], ['hecho', 'parcial', 'error'])
})
