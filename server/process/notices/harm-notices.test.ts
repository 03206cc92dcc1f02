/** Each harmed port and each fresh cut is notified once to each who has to know, of whichever work and however often it is judged. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closedAfter } from '../../test/closed-after.ts'
import { insert } from '../../test/factories.ts'
import { untilTrue } from '../../test/poll.ts'
import { openDoor } from '../../test/trials/api-access.ts'
import { Stage, type Work } from '../../test/trials/stage.ts'
import { makeNeighbours } from '../../test/watched-box.ts'

const quarter = 15 * 60
const day = 86_400

describe('notices of harm in a box', async () => {
  const door = closedAfter(await openDoor())

  /** Kind and port of the notices about the box, sorted. */
  const toldOf = async (stage: Stage, token: string): Promise<string[]> =>
    (await stage.notices(token))
      .filter(({ text }) => text.includes(stage.box.cto.code))
      .map(({ kind, text }) => `${kind} ${/puerto (\d+)/.exec(text)?.[1] ?? ''}`.trim())
      .toSorted()
  const textsOf = async (stage: Stage, token: string, kind: string) =>
    (await stage.notices(token)).filter((one) => one.kind === kind && one.text.includes(stage.box.cto.code))
  const classOf = async (stage: Stage, work: Work, wanted: number) =>
    (await stage.report(work)).diff.find(({ port }) => port === wanted)?.class
  const pull = async (stage: Stage, port: number, seconds: number) => {
    await stage.act({ action: 'unplug', port })
    await stage.clock(seconds)
    await stage.act({ action: 'plug', port })
    await stage.clock(20)
  }

  it('name every port of a work, also after its closing, and no harm twice', async () => {
    const stage = await Stage.set(door, { count: 5 })
    const hand = await stage.hand(stage.box.owner)
    const work = await stage.start(hand)
    for (const port of [2, 3]) await pull(stage, port, 30)
    for (const port of [4, 5]) await stage.act({ action: 'degrade', port, db: 2.5 })
    await stage.clock(5)
    await stage.end(work, 'finalize')
    const harms = ['neighbour_cut 2', 'neighbour_cut 3', 'neighbour_weak 4', 'neighbour_weak 5']
    for (const token of [stage.owner, stage.neutral]) assert.deepEqual(await toldOf(stage, token), harms)
    for (const port of [1, 2]) await pull(stage, port, 60)
    await stage.control(quarter)
    await stage.control(day)
    const later = ['neighbour_cut 1', 'neighbour_cut 2', ...harms]
    for (const token of [stage.owner, stage.neutral]) assert.deepEqual(await toldOf(stage, token), later)
  })

  it('name one cut once, though works of two operators saw it', async () => {
    const stage = await Stage.set(door)
    const works: Work[] = []
    for (const hand of [await stage.hand(), await stage.hand()]) works.push(await stage.start(hand))
    await stage.clock(30)
    await pull(stage, 2, 40)
    await stage.act({ action: 'degrade', port: 3, db: 2.5 })
    await stage.clock(5)
    for (const work of works) await stage.end(work, 'finalize')
    for (const token of [stage.owner, stage.neutral])
      assert.deepEqual(await toldOf(stage, token), ['neighbour_cut 2', 'neighbour_weak 3'])
  })

  it('name each fall of the box feeder once, with the ports that fell', async () => {
    const stage = await Stage.set(door)
    const work = await stage.start(await stage.hand())
    await stage.act({ action: 'cut_feeder' })
    await stage.clock(60)
    await stage.act({ action: 'mend_feeder' })
    await stage.clock(60)
    await stage.end(work, 'finalize')
    assert.equal((await textsOf(stage, stage.neutral, 'box_down')).length, 1)
    await stage.clock(2 * quarter)
    await stage.act({ action: 'cut_feeder' })
    await stage.clock(quarter)
    await stage.control(day)
    const told = await textsOf(stage, stage.neutral, 'box_down')
    assert.equal(told.length, 2)
    for (const { text } of told) assert.match(text, /Puertos afectados: 4\./)
  })

  it('do not repeat a loss of power from before the request with every judgement', async () => {
    const stage = await Stage.set(door)
    await stage.days(2)
    await stage.act({ action: 'unplug', port: 2 })
    await stage.clock(7200)
    const work = await stage.start(await stage.hand())
    await stage.act({ action: 'plug', port: 2 })
    await stage.act({ action: 'degrade', port: 2, db: 5 })
    await stage.clock(60)
    await stage.end(work, 'finalize')
    await stage.control(quarter)
    for (const _ of [1, 2]) {
      await pull(stage, 3, 5)
      await stage.clock(200)
    }
    await stage.control(day)
    const told = (await toldOf(stage, stage.owner)).filter((one) => one.endsWith(' 2'))
    assert.deepEqual(told, ['neighbour_weak 2'])
  })

  it('say of a moved customer that its fibre is not at its port, and not that it has no light', async () => {
    const stage = await Stage.set(door)
    const { oltId } = stage.box
    const pon = { olt_id: oltId, slot: 1, port: 2, code: `OLT-${oltId}/1/1/2`, tx_dbm: 5 }
    const other = await makeNeighbours(door.db, { ponId: await insert(door.db, 'pon', pon) })
    const work = await stage.start(await stage.hand())
    await stage.act({ action: 'swap', port: 2, port_to: 1, cto_code_to: other.cto.code })
    await stage.clock(30)
    // The ONT is seen at the other PON before the box is judged: the work ends later than that.
    await untilTrue(async () => (await classOf(stage, work, 2)) === 'movido')
    await stage.end(work, 'finalize')
    await stage.clock(quarter)
    assert.deepEqual(await toldOf(stage, stage.owner), ['neighbour_moved 2'])
    assert.deepEqual(await toldOf(stage, stage.neutral), ['neighbour_moved 2'])
  })

  it('name each refusal of the closing', async () => {
    const stage = await Stage.set(door)
    const hand = await stage.hand()
    const work = await stage.start(hand)
    for (const port of [2, 3]) {
      await stage.cut(port)
      await stage.clock(30)
      await stage.end(work, 'finalize')
    }
    const refused = (await stage.notices(hand.token)).filter(({ kind }) => kind === 'event_refused')
    assert.equal(refused.length, 2)
  })

  it('ask the technician to look at every dark port, with its own reason', async () => {
    const stage = await Stage.set(door, { count: 6 })
    for (const port of [2, 3]) {
      await stage.act({ action: 'unplug', port })
      await stage.clock(20)
    }
    await stage.clock(200)
    const hand = await stage.hand(stage.box.owner)
    const work = await stage.start(hand)
    await stage.end(work, 'finalize')
    const asked = await textsOf(stage, hand.token, 'neighbour_check')
    assert.deepEqual(asked.map(({ text }) => /puerto (\d)/.exec(text)?.[1]).toSorted(), ['2', '3'])
    for (const { text } of asked) assert.match(text, /perdió la luz poco antes de que se pidiera la intervención/)
  })

  it('go on after the answer that the customer was switched off: it is about that cut', async () => {
    const stage = await Stage.set(door)
    const work = await stage.start(await stage.hand())
    await stage.cut(2)
    await stage.clock(150)
    const [first] = await stage.cases(work, stage.owner)
    const answer = { case_id: first?.id, action: 'cliente_apagado', comment: 'Apagado' }
    await stage.ask('admin_vno/events/cev/ack', answer, stage.owner)
    await stage.mend(2)
    await stage.clock(60)
    assert.deepEqual(await toldOf(stage, stage.owner), ['neighbour_dark 2'])
    await stage.cut(2)
    await stage.clock(150)
    assert.deepEqual(await toldOf(stage, stage.owner), ['neighbour_dark 2', 'neighbour_dark 2'])
    assert.deepEqual((await stage.cases(work)).map(({ state }) => state).toSorted(), ['abierto', 'aceptado'])
  })

  it('say of a weaker customer that it is weaker, and count its deadline from when its operator could know', async () => {
    const stage = await Stage.set(door)
    const agreed = { id: stage.box.owner.id, sla: { neighbour_restore_minutes: 30 } }
    await stage.ask('admin_vno/vno/edit', agreed, stage.neutral)
    const work = await stage.start(await stage.hand())
    await stage.clock(3600)
    await stage.act({ action: 'degrade', port: 2, db: 4 })
    await stage.clock(5)
    await stage.end(work, 'finalize')
    assert.deepEqual(await toldOf(stage, stage.owner), ['neighbour_weak 2'])
    await stage.clock(31 * 60)
    assert.deepEqual(await toldOf(stage, stage.owner), ['neighbour_weak 2', 'neighbour_weak_escalated 2'])
    await stage.act({ action: 'plug', port: 2 })
    await stage.control(day)
    const told = await stage.notices(stage.owner)
    for (const { text } of told) assert.doesNotMatch(text, /sin luz|sin ella|cuatro horas/)
    const [mended] = await stage.cases(work)
    assert.deepEqual([mended?.state, mended?.cut_s], ['restaurado', null])
    assert.ok(
      mended?.notified.every(({ stage: at }) => at !== 't0'),
      'no phone has shown it as a cut',
    )
    assert.ok((await toldOf(stage, stage.owner)).includes('neighbour_mended 2'))
  })
})
