/** Requests from the description of the API; `fuzz.wide.ts`: five times as many. */
import { test } from 'node:test'
import { fuzzed } from './suite.ts'

test('S31 S46 S52 four thousand requests from the description of the API find no failure and nothing undeclared, and hold no memory', (t) =>
  fuzzed(t, { requests: 4000, mostNever: 12 }))
