import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventTimes } from '@hilo/domain/event.ts'
import { portState, processState } from '@hilo/domain/status.ts'
import { field, startClosing, type Closing, type Scene } from '../../test/closing-scene.ts'
import { until } from '../../test/poll.ts'
import { startWatch } from '../watching/watch.ts'

const { cancelled, created, canceledSync, wronglyCancelled, wronglyFinalized, error } = processState.is

describe('a clean one releases its port and keeps its report', () => {
  let closing: Closing
  before(async () => {
    closing = await startClosing()
  })
  after(() => closing.close())

  it('a clean one gives its port back and keeps its report', async () => {
    const scene = await closing.scene('alta')
    await closing.rows(
      `update port_assignment set reserved_until = app_now() + interval '30 minutes' where port_id = $1`,
      [scene.own?.id],
    )
    const asked = await scene.cancel()
    assert.equal(asked.status, 200, asked.text)
    assert.equal((asked.body as { result_flag: number }).result_flag, 3)
    assert.equal((await scene.row()).process_state, created)
    assert.equal((await scene.cancel()).status, 409)
    await scene.run()
    const row = await scene.row()
    assert.equal(row.process_state, canceledSync, JSON.stringify(row.error))
    assert.equal((await field(closing, 'port', scene.own?.id ?? 0))['state'], portState.is.disponible)
    assert.equal((await scene.seen(scene.admin)).verdict, 'limpia')
    const versions = [2, 1].map(async (version) => (await scene.report(scene.admin, { version })).status)
    assert.deepEqual(await Promise.all(versions), [200, 404], 'there is no report of another version')
    const [request] = await closing.rows<{ process_state: number; error: { text: string } }>(
      'select process_state, error from event where parent_id = $1 and type = 3',
      [scene.event.id],
    )
    assert.deepEqual([request?.process_state, request?.error.text], [canceledSync, 'Cliente ausente'])
  })

  it('an OLT that stays silent fails the cancellation, which is retried once it answers', async () => {
    const scene = await closing.scene()
    await scene.act({ action: 'olt_down' })
    await scene.cancel()
    await scene.run(300)
    const row = await scene.row()
    assert.deepEqual([row.process_state, row.error?.code], [wronglyCancelled, 'OLT_UNREACHABLE'])
    await scene.act({ action: 'olt_up' })
    // The gate to the OLT rests for half a minute of real time after failures.
    await closing.rows('update olt_gate set failures = 0, closed_until = null')
    await scene.run(20 * 60)
    assert.equal((await scene.row()).process_state, canceledSync)
  })

  it('stays open while a neighbour is dark, notifies both operators, and ends when the light is back', async () => {
    const scene = await closing.scene()
    const watch = startWatch(closing.process)
    const dark = (wanted: boolean) =>
      until(
        () =>
          closing.rows<{ dark: boolean }>(
            `select down_at is not null as dark from event_neighbour where event_id = $1 and port = 1`,
            [scene.event.id],
          ),
        ([row]) => row?.dark === wanted,
      )
    try {
      await until(
        () => closing.rows('select 1 from olt_lease where olt_id = $1', [scene.box.oltId]),
        (found) => found.length === 1,
      )
      await scene.act({ action: 'unplug', port: 1 })
      await dark(true)
      await scene.cancel()
      await scene.run()
      const row = await scene.row()
      assert.deepEqual([row.process_state, row.error?.code], [wronglyCancelled, 'NEIGHBOUR_HARMED'])
      const told = await closing.rows<{ vno_id: number }>(
        `select vno_id from notification where event_id = $1 and kind = 'neighbour_dark'`,
        [scene.event.id],
      )
      assert.deepEqual(told.map(({ vno_id }) => vno_id).toSorted(), [scene.worker.id, scene.box.owner.id].toSorted())
      await scene.act({ action: 'plug', port: 1 })
      await dark(false)
      await scene.run(200)
      assert.equal((await scene.row()).process_state, canceledSync)
    } finally {
      await watch.stop()
    }
  })

  it('retrying a failed cancellation reads the box again and cancels once the neighbour has light', async () => {
    const scene = await closing.scene()
    await scene.act({ action: 'unplug', port: 1 })
    await scene.cancel()
    await scene.run()
    assert.equal((await scene.row()).process_state, wronglyCancelled)
    const retry = () =>
      closing.server.call('admin_vno/events/retry', { event_id: scene.event.id }, { session: scene.technician })
    const dark = await retry()
    assert.deepEqual([dark.status, (dark.body as { result_flag: number }).result_flag], [200, 3], dark.text)
    await scene.run(200)
    assert.equal((await scene.row()).process_state, wronglyCancelled)
    await scene.act({ action: 'plug', port: 1 })
    assert.equal((await retry()).status, 200)
    await scene.run(200)
    const ended: readonly number[] = [cancelled, canceledSync]
    assert.ok(ended.includes((await scene.row()).process_state))
  })

  it('a stale job cancels nothing that was not requested', async () => {
    const scene = await closing.scene()
    await closing.again('process.cancel', scene.event.id)
    assert.equal((await scene.row()).process_state, created)
  })

  it('not closed within a day: the box is read and watching ends', async () => {
    const scene = await closing.scene()
    await closing.again('process.deadline', scene.event.id)
    assert.equal((await scene.row()).process_state, created)
    await scene.run(86_400 + 60)
    const row = await scene.row()
    assert.deepEqual([row.process_state, row.resume_state], [error, processState.is.cancelled])
    assert.ok(row.neighbours.after_snapshot_id && row.listener?.closed_at)
  })

  it('a neighbour left dark has a case when the day is over, unless the whole tree fell', async () => {
    const scene = await closing.scene()
    const below = await closing.scene()
    const beside = await closing.boxBeside(below.box)
    await scene.act({ action: 'unplug', port: 2 })
    await below.act({ action: 'unplug' })
    for (const { event } of [scene, below]) await closing.again('process.deadline', event.id)
    await scene.run(86_400 + 60)
    await below.run(60)
    const casesOf = async ({ event: { id } }: Scene) =>
      await closing.rows<{ state: string; class: string; port_id: number }>(
        'select state, class, port_id from neighbour_case where event_id = $1',
        [id],
      )
    // Dark for a day, and known to its operator only now: the agreed time counts from here.
    const dark = { class: 'desconectado', port_id: scene.box.ports[1]?.id }
    assert.deepEqual(await casesOf(scene), [{ state: 'abierto', ...dark }])
    await scene.run(eventTimes.notices.sla / 1000)
    assert.deepEqual(await casesOf(scene), [{ state: 'escalado', ...dark }])
    assert.deepEqual(
      [(await below.row()).neighbours.verdict, await casesOf(below), beside.ponId],
      ['no_concluyente', [], below.box.ponId],
    )
  })

  it('a refused finalization that is not corrected is an error after a day', async () => {
    const scene = await closing.scene()
    await scene.act({ action: 'unplug', port: 2 })
    await scene.finalize()
    await scene.run()
    assert.equal((await scene.row()).process_state, wronglyFinalized)
    await scene.run(86_400 + 60)
    const row = await scene.row()
    assert.deepEqual([row.process_state, row.resume_state], [error, processState.is.finalizing])
  })

  it('a supervisor closes it against the verdict, which stays, without a code', async () => {
    const scene = await closing.scene()
    await scene.act({ action: 'unplug', port: 2 })
    await scene.finalize()
    await scene.run()
    const reason = 'El vecino lo repara su propio operador hoy mismo.'
    const ask = (path: 'admin_vno/events/override' | 'admin_vno/events/override/request', session = scene.admin) =>
      closing.server.call(path, { event_id: scene.event.id, reason }, { session })
    assert.equal((await ask('admin_vno/events/override/request', scene.technician)).status, 200)
    assert.equal((await scene.row()).override_request?.reason, reason)
    const answer = await ask('admin_vno/events/override')
    assert.equal(answer.status, 200, answer.text)
    const row = await scene.row()
    assert.equal(row.process_state, processState.is.finalized)
    assert.equal(row.neighbours.verdict, 'con_desconectados')
    assert.equal(row.override?.reason, reason)
    const report = await scene.seen(scene.admin)
    assert.deepEqual([report.discharge_code, report.override?.reason], [null, reason])
    const [open] = await closing.rows<{ state: string }>('select state from neighbour_case where event_id = $1', [
      scene.event.id,
    ])
    assert.equal(open?.state, 'abierto')
    const seen = await scene.seen(scene.victim)
    assert.deepEqual(
      [seen.vno, seen.technical, seen.override, seen.diff.map(({ own }) => own)],
      [null, null, null, [true, true, true, true]],
    )
    assert.equal((await ask('admin_vno/events/override')).status, 409)
  })
})
