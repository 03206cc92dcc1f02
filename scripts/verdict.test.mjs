import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failuresIn, verdict } from './verdict.mjs'

test('one failure fails the run, and what was skipped is said', () => {
  assert.deepEqual(verdict({ passed: 3, failed: 0, skipped: 0 }), { line: '3 passed, 0 failed', code: 0 })
  assert.deepEqual(verdict({ passed: 3, failed: 1, skipped: 2 }), { line: '3 passed, 1 failed, 2 skipped', code: 1 })
})

test('the end of a run repeats the list of failures, of node and of Playwright, and the tail of any other output', () => {
  assert.equal(failuresIn('✔ a\n\n✖ failing tests:\n\n✖ x\n  the cause\n'), '✖ failing tests:\n\n✖ x\n  the cause')
  const playwright = '  ✘  1 e2e/a.ts:1:1 › a\n\n\n  1) e2e/a.ts:1:1 › a ───\n\n    Error: the cause\n\n  1 failed\n'
  assert.match(failuresIn(playwright), /^ {2}1\) e2e\/a\.ts[^]*the cause/)
  assert.equal(failuresIn('one\ntwo\n'), 'one\ntwo')
})
