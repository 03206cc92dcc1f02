/** The board and the report of an open intervention judge a darkness equally. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { WatchDesk } from '../../test/watch-desk.ts'
import { makeAlarm, makeNeighbours, makeWatching } from '../../test/watched-box.ts'
import { compare, judgedReading } from '../judging/compare.ts'
import { factsOfEvent } from '../judging/facts.ts'
import { suspects, sweepTree } from '../judging/tree-sweep.ts'
import { keepEvidence } from './evidence.ts'
import { observeNow, observeTree } from './observe.ts'

describe('one way of looking at cuts', async () => {
  const desk = closedAfter(await WatchDesk.open())

  /** The report's judgement now, by port. */
  const reportOf = async (eventId: number, at: number) => {
    const facts = await inProcess(desk.db, (sql) => factsOfEvent(sql, eventId))
    assert.ok(facts)
    const { diff } = compare(facts, { ...judgedReading(facts), takenAt: new Date(at), readings: [] })
    return new Map(diff.map((one) => [one.port, one]))
  }

  it('a fallen tree accuses no work and is notified once', async () => {
    const { box, event, lease } = await desk.watched(6)
    for (let n = 0; n < 2; n++) await makeNeighbours(desk.db, { ponId: box.ponId })
    const second = await makeWatching(desk.db, desk.reader, box)
    await desk.plant.act(box.cto.id, { action: 'unplug' })
    const at = Date.now()
    const lose = (ports: number[]) =>
      desk.store(
        lease,
        ports.map((port) => makeAlarm(box, port, 'los', at)),
      )
    await lose([1, 2, 3, 4, 5])
    assert.deepEqual(
      (await suspects(desk.db, [box.cto.id])).map(({ ctoId }) => ctoId),
      [box.cto.id],
    )
    for (let n = 0; n < 2; n++) {
      assert.ok(await sweepTree(desk.process, box.ponId))
      await observeTree(desk.db, lease, box.ponId)
    }
    // The alarms of one outage arrive spread out: the last one accuses no work either, and starts no other sweep.
    await lose([6])
    for (const { id } of [event, second]) {
      const { alarms } = await desk.board(id)
      assert.deepEqual([...new Set(alarms?.map((one) => one.class))], ['no_concluyente'])
      assert.ok(alarms?.every(({ notice_at }) => notice_at === null))
    }
    assert.deepEqual(await suspects(desk.db, [box.cto.id]), [])
    await desk.escalate(event.id, { id: box.ports[0]?.id ?? 0 }, 'operators')
    assert.deepEqual(await desk.cases(event.id), [])
    const pon = await desk.rows(
      'select 1 from notification where vno_id is null and case_id is null and event_id is null',
      [],
    )
    assert.equal(pon.length, 1)
  })

  it('alarms of the whole tree suffice: no sweep is needed to accuse no work', async () => {
    const { box, event, lease, began } = await desk.watched()
    const others = [
      await makeNeighbours(desk.db, { ponId: box.ponId }),
      await makeNeighbours(desk.db, { ponId: box.ponId }),
    ]
    await desk.store(
      lease,
      [1, 2, 3, 4].map((port) => makeAlarm(box, port, 'los', began)),
    )
    assert.ok((await desk.board(event.id)).alarms?.every(({ doubt }) => doubt === 'box_feeder'))
    await desk.store(
      lease,
      others.flatMap((one) => [1, 2, 3, 4].map((port) => makeAlarm(one, port, 'los', began + 800))),
    )
    const { alarms } = await desk.board(event.id)
    assert.deepEqual(alarms?.map((one) => [one.class, one.notice_at]), Array(4).fill(['no_concluyente', null])) // prettier-ignore
    const told = await desk.rows(`select 1 from notification where kind = 'pon_down' and payload->'ctos' ? $1`, [
      box.cto.code,
    ])
    assert.equal(told.length, 1)
  })

  it('when the feeder of the box is cut the technician sees it and no operator is notified of a hand', async () => {
    const { box, event, lease, began } = await desk.watched()
    await desk.store(
      lease,
      [1, 2, 3].map((port) => makeAlarm(box, port, 'los', began + 100 * port)),
    )
    const { alarms } = await desk.board(event.id)
    assert.deepEqual(alarms?.map((one) => [one.class, one.doubt, one.notice_at]), Array(3).fill(['no_concluyente', 'box_feeder', null])) // prettier-ignore
    const told = await desk.rows(`select 1 from notification where kind = 'neighbour_out' and technical_id = $1`, [event.technician.id]) // prettier-ignore
    assert.equal(told.length, 3)
    const report = await reportOf(event.id, began + 60_000)
    assert.deepEqual([1, 2, 3].map((port) => report.get(port)?.doubt), Array(3).fill('box_feeder')) // prettier-ignore
  })

  it('a neighbour that fell between the request and the first reading is on the board as it opens', async () => {
    const { box, event, began } = await desk.watched()
    const down = new Date(began - 5000)
    await desk.db.owner.query(`update event set created_at = created_at - interval '1 minute' where id = $1`, [
      event.id,
    ])
    await desk.db.owner.query(
      `update neighbour_snapshot set items = (select jsonb_agg(case when (i->>'port')::int = 2
         then i || jsonb_build_object('state', 'los', 'rx_dbm', null, 'olt_rx_dbm', null, 'last_down_at', $2::text, 'last_down_cause', 'los')
         else i end) from jsonb_array_elements(items::jsonb) i) where event_id = $1`,
      [event.id, down.toISOString()],
    )
    await inProcess(desk.db, (sql) => observeNow(sql, event.id, null))
    const { alarms } = await desk.board(event.id)
    assert.deepEqual(alarms?.map(({ port, class: found, down_at }) => [port, found, down_at]), [[2, null, down.toISOString()]]) // prettier-ignore
    assert.equal((await reportOf(event.id, began)).get(2)?.class, 'desconectado')
    assert.ok(box.ports[1])
  })

  it('a cut whose begin the OLT’s memory moves by seconds is notified once', async () => {
    const { box, event, lease, began } = await desk.watched()
    await desk.store(lease, [makeAlarm(box, 2, 'los', began + 3000)])
    const read = await desk.reader.readBox(box.cto.id, { purpose: 'process' })
    const readings = read.readings.map((one) =>
      one.port === 2
        ? {
            ...one,
            state: 'los' as const,
            rxDbm: null,
            lastDownAt: new Date(began),
            lastDownCause: 'los' as const,
            readAt: new Date(began + 9000),
          }
        : one,
    )
    await inProcess(desk.db, (sql) => observeNow(sql, event.id, { ...read, readings }))
    const { alarms } = await desk.board(event.id)
    assert.deepEqual(alarms?.map(({ down_at }) => Date.parse(down_at)), [began + 3000]) // prettier-ignore
    const told = await desk.rows(`select 1 from notification where kind = 'neighbour_out' and technical_id = $1`, [event.technician.id]) // prettier-ignore
    assert.equal(told.length, 1)
  })

  it('a light whose return came without alarm is back in the report too, though its power is unchanged', async () => {
    const { box, event, lease, began } = await desk.watched()
    const read = await desk.reader.readBox(box.cto.id, { purpose: 'process' })
    // An OLT without stored times.
    const at = (ms: number) => ({
      ...read,
      readings: read.readings.map((one) => ({ ...one, lastDownAt: null, lastUpAt: null, readAt: new Date(ms) })),
    })
    await inProcess(desk.db, (sql) => keepEvidence(sql, at(began)))
    await desk.store(lease, [makeAlarm(box, 2, 'los', began + 1000)])
    await inProcess(desk.db, (sql) => observeNow(sql, event.id, at(began + 30_000)))
    assert.equal((await reportOf(event.id, began + 40_000)).get(2)?.class, 'corte_recuperado')
    assert.equal((await desk.board(event.id)).alarms?.[0]?.class, 'corte_recuperado')
  })
})
