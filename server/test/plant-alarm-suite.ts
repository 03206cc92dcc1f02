/** Contract for the alarms of every plant. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Looking } from './plant-bench.ts'
import { patienceMs, until } from './poll.ts'

/** @param open created when the tests run; the four ONTs have light */
export function alarmSuite(open: () => Looking): void {
  it('reports what goes and comes, by serial, and resumes after a cursor', async () => {
    const look = open()
    const { bench } = look
    const down = await look.hear(
      () => bench.hand.unplug(4),
      (heard) => heard.length > 0,
    )
    const ontId = (await look.ont(4)).ontId
    assert.deepEqual(
      down.map(({ kind, serial, ponId, oltId, ontId: id }) => ({ kind, serial, ponId, oltId, id })),
      [{ kind: 'los', serial: look.serial(4), ponId: bench.ponId, oltId: bench.oltId, id: ontId }],
    )
    assert.ok(down.every(({ deviceAt, receivedAt }) => deviceAt === null || deviceAt <= receivedAt))
    const cursor = down.at(-1)?.cursor ?? null
    // While nothing listens.
    await bench.hand.plug(4)
    await look.becomes(4, 'online')
    const up = await look.hear(
      () => bench.hand.unplug(4),
      (heard) => heard.length > 1,
      cursor,
    )
    assert.deepEqual(
      up.map(({ kind }) => kind),
      ['up', 'los'],
    )
    const order = [...down, ...up].map((alarm) => alarm.cursor)
    assert.deepEqual(
      order,
      [...new Set(order)].sort((one, two) => one - two),
    )
    await bench.hand.plug(4)
    await look.becomes(4, 'online')
  })

  it('an alarm counts as delivered only once it was taken', async () => {
    const look = open()
    const { bench } = look
    const gone = await look.hear(
      () => bench.hand.unplug(4),
      (heard) => heard.at(-1)?.kind === 'los',
    )
    const cursor = gone.at(-1)?.cursor ?? null
    await bench.hand.plug(4)
    const broken = bench.plant.listen(
      bench.oltId,
      cursor,
      () => Promise.reject(new Error('not stored')),
      AbortSignal.timeout(patienceMs),
    )
    await assert.rejects(broken, /not stored/)
    const again = await look.hear(
      () => Promise.resolve(),
      (heard) => heard.length > 0,
      cursor,
    )
    assert.equal(again[0]?.kind, 'up')
  })

  it('an OLT that restarts reports it, without falls of ONTs, and has a short uptime', async () => {
    const look = open()
    const { plant, oltId, ponId } = look.bench
    const heard = await look.hear(
      () => look.bench.hand.restartOlt(),
      (alarms) => alarms.filter(({ kind }) => kind === 'up').length >= 4,
    )
    const restart = heard.find(({ kind }) => kind === 'agent_restart')
    assert.deepEqual([restart?.ponId, restart?.ontId, restart?.serial], [null, null, null])
    assert.ok(!heard.some(({ kind }) => kind === 'los' || kind === 'dying_gasp'))
    const { uptimeS } = await plant.readClock(oltId)
    assert.ok(uptimeS !== null && uptimeS < 60)
    await until(
      () => plant.readPonState(ponId),
      ({ online }) => online === 4,
    )
  })
}
