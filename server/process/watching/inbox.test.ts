import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inProcess } from '../../kernel/sql/in-process.ts'
import type { AlarmKind, PlantAlarm } from '../../plant/plant.ts'
import { columnOf, columnsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startTestDatabase } from '../../test/database.ts'
import { makeAlarm, makeLeased, makeNeighbours, type NeighbourBox } from '../../test/watched-box.ts'
import { noteHeard, noteSilence, writeAlarms } from './inbox.ts'
import { leaseCursor, takeLease, type Lease } from './lease.ts'
import { boxAlarms, storePonSweep, treeEvidence, type SweptOnt } from './tree-evidence.ts'

interface Row extends Record<'cto_id' | 'port_id' | 'access_id' | 'vno_id', number | null> {
  id: number
  cursor: number
  kind: string
  serial: string | null
  at: Date
  device_at: Date | null
}
interface Gap {
  reason: string
  from_at: Date
  to_at: Date | null
  lost: number
}

describe('the inbox of alarms', async () => {
  const db = closedAfter(await startTestDatabase())

  const rows = async <T>(text: string, values: unknown[]) => (await db.owner.query(text, values)).rows as T[]
  const alarmsOf = (oltId: number) => rows<Row>('select * from olt_alarm where olt_id = $1 order by cursor', [oltId])
  const gapsOf = (oltId: number) => rows<Gap>('select * from olt_gap where olt_id = $1 order by from_at', [oltId])
  const write = (lease: Lease, alarms: PlantAlarm[]) => writeAlarms(db, lease, alarms)
  /** Of the whole OLT: no ONT of it and no PON. */
  const restartAt = (box: NeighbourBox, at: number) => ({
    ...makeAlarm(box, 1, 'agent_restart', at),
    serial: null,
    ponId: null,
  })
  const treeOf = ({ ponId, cto }: NeighbourBox, from: number, to: number) =>
    inProcess(db, (sql) => treeEvidence(sql, ponId, cto.id, new Date(from), new Date(to)))
  const many = (box: NeighbourBox, count: number, at: number, kind: AlarmKind = 'los') =>
    Array.from({ length: count }, (_, index) => ({
      ...makeAlarm(box, 1, kind, at),
      serial: `HWTCAA${100_000 + index}`,
    }))

  it('an alarm is written with the position that the inventory has at that moment', async () => {
    const { box, lease, at } = await makeLeased(db)
    const fall = makeAlarm(box, 2, 'los', at)
    const stranger = { ...makeAlarm(box, 1, 'registered', at), serial: 'ZTEGFFFF0001' }
    const { written } = await write(lease, [fall, stranger])
    const [known, unknown] = await alarmsOf(box.oltId)
    const [port, access] = [box.ports[1]?.id, box.accesses[1]?.id]
    const place = ['los', box.cto.id, port, access, box.owner.id]
    assert.deepEqual([known?.kind, known?.cto_id, known?.port_id, known?.access_id, known?.vno_id], place)
    assert.deepEqual([unknown?.serial, unknown?.cto_id, unknown?.vno_id], ['ZTEGFFFF0001', null, null])
    assert.deepEqual(columnOf(written, 'inboxId'), [known?.id, unknown?.id])
    await rows('update port_assignment set ended_at = now() where port_id = $1', [port])
    assert.equal((await alarmsOf(box.oltId))[0]?.port_id, port, 'what was written stays')
  })

  it('the time that counts is the receiver’s, and a wrong clock of the OLT is only noted', async () => {
    const { box, lease, at } = await makeLeased(db)
    const hour = 3_600_000
    const behind = { ...makeAlarm(box, 1, 'los', at), deviceAt: new Date(at - hour) }
    const ahead = { ...makeAlarm(box, 2, 'los', at + 5), deviceAt: new Date(at + hour) }
    const without = { ...makeAlarm(box, 2, 'up', at + 9), deviceAt: null }
    await write(lease, [behind, ahead, without, makeAlarm(box, 2, 'los', Date.now() + hour)])
    const found = await alarmsOf(box.oltId)
    const times = found.slice(0, 3).map((one) => [one.at.getTime() - at, one.device_at && one.device_at.getTime() - at])
    assert.deepEqual(times, [[0, -hour], [5, hour], [9, null]]) // prettier-ignore
    assert.ok((found[3]?.at.getTime() ?? Infinity) <= Date.now() + 1000, 'nothing is received in the future')
  })

  it('a repeated alarm is stored once, and one delivered again after a crash keeps its row', async () => {
    const { box, lease, at } = await makeLeased(db)
    const los = makeAlarm(box, 1, 'los', at)
    const copy = { ...makeAlarm(box, 1, 'los', at + 400), deviceAt: los.deviceAt }
    const up = makeAlarm(box, 1, 'up', at + 600)
    const late = { ...makeAlarm(box, 1, 'los', at + 700), deviceAt: los.deviceAt }
    const first = await write(lease, [los, copy, up, late])
    assert.deepEqual(columnOf(await alarmsOf(box.oltId), 'cursor'), [los.cursor, up.cursor])
    assert.deepEqual(await write(lease, [los, copy, up, late]), first)
    const other = makeAlarm(box, 2, 'los', at + 700)
    const again = makeAlarm(box, 1, 'los', at + 900)
    await write(lease, [other, again])
    // A second fall after the light was back is no copy.
    const all = [los.cursor, up.cursor, other.cursor, again.cursor]
    assert.deepEqual(columnOf(await alarmsOf(box.oltId), 'cursor'), all)
  })

  it('a storm is written up to two hundred alarms a second, the rest counted once as a gap', async () => {
    const { box, lease, at } = await makeLeased(db)
    const second = Math.floor(at / 1000) * 1000
    const storm = many(box, 1000, second + 100)
    const restart = restartAt(box, second + 200)
    const lost = []
    for (const batch of [storm.slice(0, 500), [...storm.slice(500), restart]])
      lost.push((await write(lease, batch)).lost)
    assert.deepEqual(lost, [300, 500])
    const found = await alarmsOf(box.oltId)
    assert.equal(found.length, 201)
    assert.equal(found.at(-1)?.kind, 'agent_restart', 'what concerns the whole OLT is never left out')
    const gaps = columnsOf(await gapsOf(box.oltId), 'reason', 'lost', 'from_at')
    assert.deepEqual(gaps, [['storm', 800, new Date(second + 100)]])
    await write(lease, [...storm.slice(500), restart])
    assert.equal((await gapsOf(box.oltId))[0]?.lost, 800, 'told again they are not counted again')
    assert.equal((await write(lease, many(box, 3, second + 2000, 'up'))).lost, 0)
  })

  it('a batch with nothing left to judge is not fetched again', async () => {
    const { box, lease, at } = await makeLeased(db)
    await write(lease, [makeAlarm(box, 1, 'los', at)])
    const copy = makeAlarm(box, 1, 'los', at + 10)
    assert.deepEqual(await write(lease, [copy]), { written: [], lost: 0, unknown: [] })
    assert.equal(await leaseCursor(db, lease), copy.cursor)
  })

  it('times in which alarms may be missing are stored: no listener, or a silent OLT', async () => {
    const { box, lease } = await makeLeased(db)
    await noteSilence(db, lease, 5000)
    await noteSilence(db, lease, 9000)
    const [open, ...more] = await gapsOf(box.oltId)
    assert.deepEqual([open?.reason, open?.to_at, more.length], ['silent', null, 0])
    await noteHeard(db, lease)
    assert.ok((await gapsOf(box.oltId))[0]?.to_at)
    await rows(`update olt_lease set expires_at = clock_timestamp() - interval '40 s' where olt_id = $1`, [box.oltId])
    assert.ok(await takeLease(db, box.oltId, 'other'))
    const [nobody] = await rows<{ seconds: number }>(
      `select extract(epoch from to_at - from_at)::int as seconds from olt_gap where olt_id = $1 and reason = 'nobody'`,
      [box.oltId],
    )
    assert.ok(Math.abs((nobody?.seconds ?? 0) - 40) <= 2)
    await rows(`update olt_lease set expires_at = clock_timestamp() - interval '3 s' where olt_id = $1`, [box.oltId])
    assert.ok(await takeLease(db, box.oltId, 'third'))
    assert.equal((await gapsOf(box.oltId)).length, 2, 'a lease that changes hands leaves no gap')
  })

  it('a restart reported by the OLT is stored as one', async () => {
    const { box, lease, at } = await makeLeased(db)
    await write(lease, [restartAt(box, at)])
    const found = await rows('select at from olt_restart where olt_id = $1', [box.oltId])
    assert.deepEqual(found, [{ at: new Date(at) }])
  })

  it('no operator’s session comes near it', async () => {
    const { box, lease, at } = await makeLeased(db)
    await write(lease, [makeAlarm(box, 1, 'los', at)])
    for (const table of ['olt_alarm', 'olt_gap', 'olt_restart', 'pon_sweep'])
      assert.equal((await db.app.query(`select 1 from ${table}`)).rowCount, 0, table)
  })

  it('evidence of a box is grouped by port, and that of its tree by ONT outside the box', async () => {
    const { box, lease, at } = await makeLeased(db)
    const beside = await makeNeighbours(db, { count: 2, ponId: box.ponId })
    const swept = (of: NeighbourBox, port: number, state: SweptOnt['state']): SweptOnt => ({
      ...{ ontId: port, serial: of.accesses[port - 1]?.serial ?? null, state },
      ...{ lastDownAt: null, lastUpAt: null, lastDownCause: null, distanceM: null },
    })
    const before = [swept(box, 1, 'online'), swept(beside, 1, 'online'), swept(beside, 2, 'los')]
    await inProcess(db, (sql) => storePonSweep(sql, box.ponId, new Date(at - 5000), before))
    await write(lease, [
      makeAlarm(box, 1, 'los', at),
      makeAlarm(beside, 1, 'los', at + 1),
      { ...makeAlarm(beside, 1, 'registered', at + 2), serial: 'ZTEGFFFF0002', ontId: 9 },
      makeAlarm(beside, 1, 'registered', at + 3),
      restartAt(box, at + 4),
      makeAlarm(box, 1, 'up', at + 9000),
    ])
    const [from, to] = [new Date(at - 1000), new Date(at + 1000)]
    const own = await inProcess(db, (sql) => boxAlarms(sql, box.cto.id, from, to))
    assert.deepEqual([...own], [[1, [{ kind: 'alarm', alarm: 'los', at }]]])
    const tree = await treeOf(box, at - 1000, at + 1000)
    const told = tree.outside.map((ont) =>
      ont.map((one) => [one.at - at, one.kind === 'alarm' ? one.alarm : one.kind === 'reading' ? one.state : '']),
    )
    assert.deepEqual(told, [[[-5000, 'online'], [1, 'los'], [3, 'up']], [[-5000, 'los']], [[2, 'up']]]) // prettier-ignore
    assert.deepEqual(tree.restarts, [at + 4])
  })

  it('the light of a whole PON that fails is a fall of each of its ONTs', async () => {
    const { box, lease, at } = await makeLeased(db)
    const beside = await makeNeighbours(db, { count: 2, ponId: box.ponId })
    await write(lease, [{ ...makeAlarm(beside, 1, 'pon_los', at), serial: null }])
    const fall = [{ kind: 'alarm', alarm: 'los', at }]
    assert.deepEqual((await treeOf(box, at - 1, at + 1)).outside, [fall, fall])
  })

  it('a PON LOS is no fall of ONTs that were dark, and of a single ONT no tree outage', async () => {
    const { box, lease, at } = await makeLeased(db)
    const beside = await makeNeighbours(db, { count: 2, ponId: box.ponId })
    const ponLos = (ms: number, affected: number) => ({
      ...makeAlarm(beside, 1, 'pon_los', at + ms),
      serial: null,
      affected,
    })
    await write(lease, [makeAlarm(beside, 1, 'los', at), ponLos(20_000, 3), ponLos(40_000, 1)])
    const { outside } = await treeOf(box, at - 1, at + 50_000)
    const moments = outside.map((one) => one.map((each) => each.at - at)).toSorted(([one = 0], [two = 0]) => one - two)
    assert.deepEqual(moments, [[0], [20_000]])
  })
})
