/** Names of prepared statements are counted for the whole process, so this file has one of its own. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { contract } from '@hilo/contract/index.ts'
import { fieldPaths } from '@hilo/contract/record-fields.ts'
import { makeAdmin, makeSession } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { nameOf } from '../sql/batch.ts'

it('requests for many sets of fields leave the names of prepared statements to the others', async () => {
  const server = await startTestServer()
  try {
    const session = await makeSession(server.db, await makeAdmin(server.db))
    const path = 'admin_vno/events/get'
    const names = fieldPaths(contract[path].list.record)
    for (const name of names)
      for (const other of names.slice(0, 8)) {
        const { status, text } = await server.call(path, { limit: 1, fields: [name, other] }, { session })
        assert.equal(status, 200, text)
      }
    assert.notEqual(nameOf("select 'a statement of another request'"), '')
  } finally {
    await server.close()
  }
})
