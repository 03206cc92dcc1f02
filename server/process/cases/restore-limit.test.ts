/** Restore deadline of a neighbour's light: as agreed with the neighbour's operator, from the form to the escalation. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeNeighbours, makeWatching } from '../../test/watched-box.ts'
import { openCase } from './cases.ts'
import { lockEvent } from '../event-row.ts'

const minute = 60_000

describe('the deadline for a neighbour’s light', async () => {
  const server = closedAfter(await startTestServer())

  /** A neighbour that has just lost light, of an operator with so many minutes agreed. */
  const cut = async (minutes: number | null) => {
    const owner = await makeVno(server.db)
    const session = await makeSession(server.db, await makeAdmin(server.db, { vno: owner }))
    const agreed = { id: owner.id, sla: { neighbour_restore_minutes: minutes } }
    await server.done('admin_vno/vno/edit', agreed, session)
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
      const [one] = (await server.done('admin_vno/events/cev/get', {}, session)).records
      return one ?? assert.fail()
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
    return { seen, times: { limit, neutral: due('neutral'), sla: due('sla') } }
  }

  it('is that of the neighbour’s operator, four hours if none is agreed; the other notices keep their times', async () => {
    for (const [agreed, limit] of [
      [45, 45],
      [null, 240],
    ] as const)
      // prettier-ignore
      assert.deepEqual((await cut(agreed)).times, { limit, neutral: 15, sla: limit })
  })

  it('stays unchanged for a neighbour already without light when a new one is agreed', async () => {
    const { seen, times } = await cut(60)
    const before = (await seen()).restore_deadline_at
    await server.db.owner.query(`update vno set sla = '{"neighbour_restore_minutes": 5}'`)
    assert.deepEqual([(await seen()).restore_deadline_at, times.limit], [before, 60])
  })
})
