/** Memory of an answer after it was sent: nothing may be promoted to the old generation. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { startTestDatabase } from '../../test/database.ts'
import { runBatch } from './batch.ts'

const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0
const text = `select repeat('x', 1500) || n from generate_series(1, 50) n`

describe('batches', async () => {
  const clients: pg.Client[] = []
  const db = await startTestDatabase()
  clients.push(...Array.from({ length: 4 }, () => new pg.Client({ connectionString: db.ownerUrl })))
  await Promise.all(clients.map((client) => client.connect()))
  after(async () => {
    await Promise.all(clients.map((client) => client.end()))
    await db.close()
  })

  it('the rows of an answer die young', async () => {
    setFlagsFromString('--expose-gc')
    const gc = runInNewContext('gc') as () => void
    const answers = (each: number) =>
      Promise.all(
        clients.map(async (client) => {
          let most = 0
          for (let n = 0; n < each; n++) {
            const [rows] = await runBatch(client, [{ text, values: [] }])
            assert.equal(rows?.length, 50)
            if (n % 20 === 0) most = Math.max(most, oldBytes())
          }
          return most
        }),
      )
    await answers(100)
    gc()
    const before = oldBytes()
    // Of 150 MB of rows a third stayed when an old object referenced each batch.
    const grown = Math.max(...(await answers(500))) - before
    assert.ok(grown < 35 << 20, `${(grown / (1 << 20)).toFixed(1)} MB grew old`)
  })
})
