/** As many requests from the description of the API as nearly every call needs to succeed with what is drawn. */
import { test } from 'node:test'
import { fuzzed } from './suite.ts'

test('S31 S46 S52 twenty thousand requests from the description of the API find no failure and nothing undeclared, and hold no memory', (t) =>
  fuzzed(t, { requests: 20_000, mostNever: 7, memory: true }))
