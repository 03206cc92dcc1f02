/** Contract for the alarms of every plant. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { PlantAlarm } from '../plant/plant.ts'
import { columnOf, columnsOf } from './answers.ts'
import { heard, type Looking } from './plant-bench.ts'
import { patienceMs, untilTrue } from './poll.ts'

/** The four ONTs have light. */
export function alarmSuite(look: Looking): void {
  const { plant, hand, oltId, ponId } = look.bench
  it('reports what goes and comes, by serial, and resumes after a cursor', async () => {
    const down = await look.hear(() => hand.unplug(4), heard(1))
    const ontId = (await look.ont(4)).ontId
    const told = columnsOf(down, 'kind', 'serial', 'ponId', 'oltId', 'ontId')
    assert.deepEqual(told, [['los', look.serial(4), ponId, oltId, ontId]])
    assert.ok(down.every(({ deviceAt, receivedAt }) => deviceAt === null || deviceAt <= receivedAt))
    const cursor = down.at(-1)?.cursor ?? null
    // While nothing listens.
    await look.lighten(4)
    const up = await look.hear(() => hand.unplug(4), heard(2), cursor)
    assert.deepEqual(columnOf(up, 'kind'), ['up', 'los'])
    const order = columnOf([...down, ...up], 'cursor')
    const sorted = [...new Set(order)].sort((one, two) => one - two)
    assert.deepEqual(order, sorted)
    await look.lighten(4)
  })

  it('an alarm counts as delivered only once it was taken', async () => {
    const isLast = (alarms: readonly PlantAlarm[]) => alarms.at(-1)?.kind === 'los'
    const gone = await look.hear(() => hand.unplug(4), isLast)
    const cursor = gone.at(-1)?.cursor ?? null
    await hand.plug(4)
    const refuse = () => Promise.reject(new Error('not stored'))
    await assert.rejects(plant.listen(oltId, cursor, refuse, AbortSignal.timeout(patienceMs)), /not stored/)
    const again = await look.hear(() => Promise.resolve(), heard(1), cursor)
    assert.equal(again[0]?.kind, 'up')
  })

  it('an OLT that restarts reports it, without falls of ONTs, and has a short uptime', async () => {
    const said = await look.hear(() => hand.restartOlt(), heard(4, 'up'))
    const restart = said.find(({ kind }) => kind === 'agent_restart')
    assert.deepEqual([restart?.ponId, restart?.ontId, restart?.serial], [null, null, null])
    assert.ok(!said.some(({ kind }) => kind === 'los' || kind === 'dying_gasp'))
    const { uptimeS } = await plant.readClock(oltId)
    assert.ok(uptimeS !== null && uptimeS < 60)
    await untilTrue(async () => (await plant.readPonState(ponId)).online === 4)
  })
}
