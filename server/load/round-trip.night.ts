/** Any selection of columns: its download loads unchanged. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { downloadFormats } from '@hilo/domain/download-name.ts'
import { closedAfter } from '../test/closed-after.ts'
import { startTestServer } from '../test/harness.ts'
import { changed, openTrip, trips } from '../test/round-trips.ts'

describe('every column beside the key columns', async () => {
  const server = closedAfter(await startTestServer())

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
