import { describe, it } from 'node:test'
import { closedAfter } from '../../test/closed-after.ts'
import { startTestDatabase } from '../../test/database.ts'
import { raceForPort } from '../../test/hair-race.ts'

describe('F12 two technicians, one port', async () => {
  const db = closedAfter(await startTestDatabase())

  it('exactly one gets it and the other is refused, thirty times', async () => {
    for (let round = 0; round < 30; round++) await raceForPort(db)
  })
})
