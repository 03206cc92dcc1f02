/** The same few requests from the description of the API every time; `fuzz.night.ts`: seventy times as many, and memory. */
import { test } from 'node:test'
import { fuzzed } from './suite.ts'

// A hundred are drawn, and one for each call is not: about forty calls answer 200 to what was drawn.
test('S31 S46 S52 three hundred requests from the description of the API find no failure and nothing undeclared', (t) =>
  fuzzed(t, { requests: 300, mostNever: 160 }))
