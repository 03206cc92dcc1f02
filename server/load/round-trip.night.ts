/** Any selection of columns: its download loads unchanged. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { downloadFormats } from '@hilo/domain/download-name.ts'
import { startTestServer, type TestServer } from '../test/harness.ts'
import { changed, openTrip, trips } from '../test/round-trips.ts'

describe('every column beside the key columns', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  for (const trip of trips)
    it(`${trip.name}: every row is unchanged, and nothing is written`, async () => {
      const { columns, get, put, written } = await openTrip(server, trip)
      const before = await written()
      for (const column of columns)
        for (const format of downloadFormats) {
          const shown = [...new Set([...trip.keys, column])]
          assert.deepEqual(changed(await put(await get(format, shown))), [], `${format}, ${shown.join()}`)
        }
      assert.equal(await written(), before)
    })
})
