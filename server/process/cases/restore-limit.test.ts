/** Restore deadline of a neighbour's light: as agreed with the neighbour's operator, from the form to the escalation. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Unplugged } from '@hilo/contract/neighbors/neighbors.ts'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { makeAdmin, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { makeNeighbours, makeWatching } from '../../test/watched-box.ts'
import { openCase } from './cases.ts'
import { lockEvent } from '../event-row.ts'

const minute = 60_000

describe('the deadline for a neighbour’s light', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  /** A neighbour that has just lost light, of an operator with so many minutes agreed. */
  const cut = async (minutes: number | null) => {
    const owner = await makeVno(server.db)
    const session = await makeSession(server.db, await makeAdmin(server.db, { vno: owner }))
    const agreed = { id: owner.id, sla: { neighbour_restore_minutes: minutes } }
    assert.equal((await server.call('admin_vno/vno/edit', agreed, { session })).status, 200)
    // The technician's own operator has another limit.
    const technician = await makeTechnician(server.db, { vno: await makeVno(server.db, { sla: { neighbour_restore_minutes: 7 } }) }) // prettier-ignore
    const box = await makeNeighbours(server.db, { owner })
    const event = await makeWatching(server.db, server.reader, box, { technician })
    const portId = box.ports[0]?.id ?? 0
    const detectedAt = new Date()
    await inProcess(server.db, async (sql) => {
      const row = await lockEvent(sql, event.id)
      assert.ok(row)
      await openCase(sql, row, { portId, class: 'desconectado', detectedAt, technicalId: row.technical_id })
    })
    const seen = async () => {
      const { body } = await server.call('admin_vno/events/cev/get', {}, { session })
      const [one] = (body as { records: Unplugged[] }).records
      assert.ok(one)
      return one
    }
    const { rows } = await server.db.owner.query<{ key: string; run_at: Date }>(
      'select key, run_at from graphile_worker._private_jobs where key like $1',
      [`escalate:${event.id}:${portId}:%`],
    )
    const due = (stage: string) => {
      const job = rows.find(({ key }) => key.endsWith(`:${stage}`))
      assert.ok(job, stage)
      return Math.round((job.run_at.getTime() - detectedAt.getTime()) / minute)
    }
    const limit = Math.round((Date.parse((await seen()).restore_deadline_at) - detectedAt.getTime()) / minute)
    return { seen, limit, neutral: due('neutral'), sla: due('sla') }
  }

  it('is the one of the neighbour’s operator, whoever works in the box; the other notices keep their times', async () => {
    const { limit, neutral, sla } = await cut(45)
    assert.deepEqual([limit, neutral, sla], [45, 15, 45])
  })

  it('is four hours if none is agreed', async () => {
    const { limit, neutral, sla } = await cut(null)
    assert.deepEqual([limit, neutral, sla], [240, 15, 240])
  })

  it('stays unchanged for a neighbour already without light when a new one is agreed', async () => {
    const { seen, limit } = await cut(60)
    const before = (await seen()).restore_deadline_at
    await server.db.owner.query(`update vno set sla = '{"neighbour_restore_minutes": 5}'`)
    assert.deepEqual([(await seen()).restore_deadline_at, limit], [before, 60])
  })
})
