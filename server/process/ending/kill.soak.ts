import { describe, it } from 'node:test'
import { killAt, stories } from '../../test/kill.ts'

describe('F1 a server killed at every named point of an intervention', { concurrency: 4 }, () => {
  for (const [point, story] of Object.entries(stories)) it(point, () => killAt(point, story))
})
