import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventTimes } from '@hilo/domain/event.ts'
import { portState, processState } from '@hilo/domain/status.ts'
import { columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { field, startClosing, type Scene } from '../../test/closing-scene.ts'
import { untilTrue } from '../../test/poll.ts'
import { startWatch } from '../watching/watch.ts'

const { cancelled, created, canceledSync, wronglyCancelled, wronglyFinalized, error } = processState.is

describe('a clean one releases its port and keeps its report', async () => {
  const closing = closedAfter(await startClosing())

  it('a clean one gives its port back and keeps its report', async () => {
    const scene = await closing.scene('alta')
    const reserved = `update port_assignment set reserved_until = app_now() + interval '30 minutes' where port_id = $1`
    await closing.rows(reserved, [scene.own?.id])
    const asked = await scene.cancel()
    assert.equal(asked.status, 200, asked.text)
    assert.equal((asked.body as { result_flag: number }).result_flag, 3)
    assert.equal(await scene.state(), created)
    assert.equal((await scene.cancel()).status, 409)
    await scene.run()
    assert.deepEqual(await scene.outcome(), [canceledSync, undefined])
    assert.equal((await field(closing, 'port', scene.own?.id ?? 0))['state'], portState.is.disponible)
    assert.equal((await scene.seen(scene.admin)).verdict, 'limpia')
    const versions = [2, 1].map(async (version) => (await scene.report(scene.admin, { version })).status)
    assert.deepEqual(await Promise.all(versions), [200, 404], 'there is no report of another version')
    const request = `select process_state, error->>'text' as text from event where parent_id = $1 and type = 3`
    assert.deepEqual(await scene.rows(request), [{ process_state: canceledSync, text: 'Cliente ausente' }])
  })

  it('an OLT that stays silent fails the cancellation, which is retried once it answers', async () => {
    const scene = await closing.scene()
    await scene.act({ action: 'olt_down' })
    await scene.cancel()
    await scene.run(300)
    assert.deepEqual(await scene.outcome(), [wronglyCancelled, 'OLT_UNREACHABLE'])
    await scene.act({ action: 'olt_up' })
    // The gate to the OLT rests for half a minute of real time after failures.
    await closing.rows('update olt_gate set failures = 0, closed_until = null')
    await scene.run(20 * 60)
    assert.equal(await scene.state(), canceledSync)
  })

  it('stays open while a neighbour is dark, notifies both operators, and ends when the light is back', async () => {
    const scene = await closing.scene()
    const watch = startWatch(closing.process)
    const seen = 'select 1 from event_neighbour where event_id = $1 and port = 1 and (down_at is not null) = $2'
    const dark = (wanted: boolean) => untilTrue(async () => (await scene.rows(seen, wanted)).length === 1)
    const listened = 'select 1 from olt_lease where olt_id = $1'
    try {
      await untilTrue(async () => (await closing.rows(listened, [scene.box.oltId])).length === 1)
      await scene.act({ action: 'unplug', port: 1 })
      await dark(true)
      await scene.cancel()
      await scene.run()
      assert.deepEqual(await scene.outcome(), [wronglyCancelled, 'NEIGHBOUR_HARMED'])
      const notices = `select vno_id from notification where event_id = $1 and kind = 'neighbour_dark'`
      const told = columnOf(await scene.rows<{ vno_id: number }>(notices), 'vno_id')
      assert.deepEqual(told.toSorted(), [scene.worker.id, scene.box.owner.id].toSorted())
      await scene.act({ action: 'plug', port: 1 })
      await dark(false)
      await scene.run(200)
      assert.equal(await scene.state(), canceledSync)
    } finally {
      await watch.stop()
    }
  })

  it('retrying a failed cancellation reads the box again and cancels once the neighbour has light', async () => {
    const scene = await closing.scene()
    await scene.act({ action: 'unplug', port: 1 })
    await scene.cancel()
    await scene.run()
    assert.equal(await scene.state(), wronglyCancelled)
    const retry = () => closing.server.done('admin_vno/events/retry', { event_id: scene.event.id }, scene.technician)
    assert.equal((await retry()).result_flag, 3)
    await scene.run(200)
    assert.equal(await scene.state(), wronglyCancelled)
    await scene.act({ action: 'plug', port: 1 })
    await retry()
    await scene.run(200)
    const ended: readonly number[] = [cancelled, canceledSync]
    assert.ok(ended.includes(await scene.state()))
  })

  it('a stale job cancels nothing that was not requested', async () => {
    const scene = await closing.scene()
    await closing.again('process.cancel', scene.event.id)
    assert.equal(await scene.state(), created)
  })

  it('not closed within a day: the box is read and watching ends', async () => {
    const scene = await closing.scene()
    await closing.again('process.deadline', scene.event.id)
    assert.equal(await scene.state(), created)
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
    const casesOf = (one: Scene) => one.rows('select state, class, port_id from neighbour_case where event_id = $1')
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
    await scene.end(wronglyFinalized)
    await scene.run(86_400 + 60)
    const row = await scene.row()
    assert.deepEqual([row.process_state, row.resume_state], [error, processState.is.finalizing])
  })

  it('a supervisor closes it against the verdict, which stays, without a code', async () => {
    const scene = await closing.scene()
    await scene.act({ action: 'unplug', port: 2 })
    await scene.end()
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
    const cases = await scene.rows('select state from neighbour_case where event_id = $1')
    assert.deepEqual(cases, [{ state: 'abierto' }])
    const seen = await scene.seen(scene.victim)
    assert.deepEqual(
      [seen.vno, seen.technical, seen.override, seen.diff.map(({ own }) => own)],
      [null, null, null, [true, true, true, true]],
    )
    assert.equal((await ask('admin_vno/events/override')).status, 409)
  })
})
