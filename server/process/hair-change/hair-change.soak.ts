import { after, before, describe, it } from 'node:test'
import { startTestDatabase, type TestDatabase } from '../../test/database.ts'
import { raceForPort } from '../../test/hair-race.ts'

describe('F12 two technicians, one port', () => {
  let db: TestDatabase
  before(async () => {
    db = await startTestDatabase()
  })
  after(() => db.close())

  it('exactly one gets it and the other is refused, a thousand times', async () => {
    for (let round = 0; round < 1000; round++) await raceForPort(db)
  })
})
