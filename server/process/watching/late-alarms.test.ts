import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { keepNumbers } from '../../plant/ont-number.ts'
import type { PlantAlarm } from '../../plant/plant.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startTestDatabase } from '../../test/database.ts'
import { makeAlarm, makeLeased } from '../../test/watched-box.ts'
import { writeAlarms } from './inbox.ts'
import type { Lease } from './lease.ts'

describe('alarms that come late, again, or without a serial', async () => {
  const db = closedAfter(await startTestDatabase())

  const rows = async <T>(text: string, values: unknown[]) => (await db.owner.query(text, values)).rows as T[]
  const write = (lease: Lease, alarms: PlantAlarm[]) => writeAlarms(db, lease, alarms)

  it('an alarm that comes late is dated by a trusted clock of the OLT, and by the receiver otherwise', async () => {
    const { box, lease, at } = await makeLeased(db)
    const minute = 60_000
    const known = { offsetMs: 3000, measuredAt: new Date(at), trusted: true, uptimeS: null, jumps: [] }
    const told = (port: number, lateMs: number, deviceMs: number) => ({
      ...makeAlarm(box, port, 'los', at),
      receivedAt: new Date(at + lateMs),
      deviceAt: new Date(at + deviceMs),
    })
    const dated = async (alarm: PlantAlarm, over: object = {}) => {
      const { written } = await writeAlarms(db, lease, [alarm], { clock: { ...known, ...over }, startedAt: null })
      return (written[0]?.receivedAt.getTime() ?? 0) - at
    }
    assert.equal(await dated(told(1, -5 * minute, -20 * minute)), -20 * minute - 3000)
    assert.equal(await dated(told(1, -1000, 1000)), -1000, 'no clock is known to the second')
    assert.equal(await dated(told(2, -3 * minute, -9 * minute), { trusted: false }), -3 * minute)
    assert.equal(await dated(told(2, -2 * minute, 9 * minute)), -2 * minute, 'nothing is received before it happens')
  })

  it('a restart reported late is dated by the uptime', async () => {
    const { box, lease, at } = await makeLeased(db)
    const startedAt = new Date(at - 20 * 60_000)
    const alarm = { ...makeAlarm(box, 1, 'agent_restart', at), serial: null, ponId: null, deviceAt: new Date(0) }
    await writeAlarms(db, lease, [alarm], { clock: null, startedAt })
    assert.deepEqual(await rows('select at from olt_restart where olt_id = $1', [box.oltId]), [{ at: startedAt }])
  })

  it('a copy that comes minutes after the light was back is no second fall', async () => {
    const { box, lease, at } = await makeLeased(db)
    const los = makeAlarm(box, 1, 'los', at - 120_000)
    await write(lease, [los, makeAlarm(box, 1, 'up', at - 60_000)])
    const copy = { ...makeAlarm(box, 1, 'los', at), deviceAt: los.deviceAt }
    assert.deepEqual((await write(lease, [copy])).written, [])
    assert.equal((await write(lease, [makeAlarm(box, 1, 'los', at + 10)])).written.length, 1, 'a new fall is one')
  })

  it('an alarm without a serial is that of the ONT that has its number on the PON', async () => {
    const { box, lease, at } = await makeLeased(db)
    const number = (ontId: number, port: number) =>
      inProcess(db, (sql) => keepNumbers(sql, box.ponId, [{ ontId, serial: box.accesses[port - 1]?.serial ?? '' }]))
    const bare = (ontId: number, ms: number) => ({ ...makeAlarm(box, 1, 'los', at + ms), serial: null, ontId })
    await number(7, 2)
    const first = await write(lease, [bare(7, 0), bare(8, 1)])
    assert.deepEqual(first.unknown, [box.ponId])
    const known = { serial: box.accesses[1]?.serial, port_id: box.ports[1]?.id }
    const written = 'select serial, port_id from olt_alarm where olt_id = $1 order by cursor'
    assert.deepEqual(await rows(written, [box.oltId]), [known, { serial: null, port_id: null }])
    // The ONT has a new number, and its old one is still unassigned.
    await rows(`update ont_number set read_at = read_at - interval '1 hour' where pon_id = $1`, [box.ponId])
    await number(9, 2)
    assert.deepEqual((await write(lease, [bare(7, 20_000)])).unknown, [box.ponId])
    assert.deepEqual((await write(lease, [bare(9, 40_000)])).unknown, [])
  })
})
