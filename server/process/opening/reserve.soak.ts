import { describe, it } from 'node:test'
import { closedAfter } from '../../test/closed-after.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeRacers, raceForFreePort } from '../../test/port-race.ts'

const rounds = 1000

describe('F12 two technicians choose the same free port', async () => {
  const server = closedAfter(await startTestServer())

  it(`exactly one gets it and the other is refused, ${rounds} times`, async () => {
    const [one, colleague, stranger] = await makeRacers(server)
    for (let round = 0; round < rounds; round++)
      await raceForFreePort(server, [one, round % 2 === 0 ? colleague : stranger])
  })
})
