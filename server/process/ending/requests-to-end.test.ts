import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assignmentStatus, portState, processState } from '@hilo/domain/status.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeSession, makeTechnician } from '../../test/factories.ts'
import { field, startClosing } from '../../test/closing-scene.ts'

const { finalized, finalizedSync, finalizing, wronglyFinalized, error } = processState.is

describe('closing an intervention', async () => {
  const closing = closedAfter(await startClosing())

  it('a clean one is finalized, acknowledged and gets its code', async () => {
    const scene = await closing.scene()
    const asked = await scene.finalize()
    assert.equal(asked.status, 200, asked.text)
    assert.equal((await scene.row()).process_state, finalizing)
    await scene.run()
    const row = await scene.row()
    assert.equal(row.process_state, finalizedSync, JSON.stringify(row.error))
    assert.equal(row.neighbours.verdict, 'limpia')
    assert.equal(row.neighbours.harmed_count, 0)
    assert.ok(row.finished_at && row.listener?.closed_at)
    const report = await scene.seen(scene.technician)
    assert.match(report.discharge_code ?? '', /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    assert.equal(report.diff.length, 4)
    assert.ok(report.diff.every((one) => one.class === 'igual' && !one.blame))
    assert.ok(report.pdf_file_id)
    const pdf = await closing.server.call('files/download', { file_id: report.pdf_file_id }, { session: scene.admin })
    assert.equal(pdf.status, 200, pdf.text.slice(0, 200))
    assert.equal(pdf.bytes.subarray(0, 5).toString(), '%PDF-')
    const [request] = await closing.rows<{ process_state: number }>(
      'select process_state from event where parent_id = $1 and type = 2',
      [scene.event.id],
    )
    assert.equal(request?.process_state, finalizedSync)
  })

  it('the box is read only once it has been quiet', async () => {
    const scene = await closing.scene()
    await scene.finalize()
    await scene.run(20)
    assert.equal((await scene.row()).process_state, finalizing)
    await scene.run(95)
    assert.equal((await scene.row()).process_state, finalizedSync)
  })

  it('an unplugged neighbour stops it, each operator sees its own part, and plugging back in lets it close', async () => {
    const scene = await closing.scene()
    await scene.act({ action: 'unplug', port: 2 })
    await scene.finalize()
    await scene.run()
    const refused = await scene.row()
    assert.equal(refused.process_state, wronglyFinalized)
    assert.equal(refused.neighbours.verdict, 'con_desconectados')
    assert.equal(refused.error?.code, 'NEIGHBOUR_HARMED')
    assert.match(refused.error?.text ?? '', /puerto 2, de otro operador/)
    const early = await scene.report(scene.admin)
    assert.equal(early.status, 404, early.text)
    assert.match(early.text, /REPORT_NOT_PERSISTED/)

    const live = await closing.server.call(
      'admin_vno/neighbors/qualityReport',
      { event_id: scene.event.id },
      { session: scene.victim },
    )
    assert.equal(live.status, 200, live.text)
    assert.doesNotMatch(live.text, new RegExp(scene.worker.name))
    const own = await closing.server.call(
      'admin_vno/neighbors/qualityReport',
      { event_id: scene.event.id },
      { session: scene.admin },
    )
    assert.equal(own.status, 200, own.text)
    for (const { code } of scene.box.accesses) assert.ok(!own.text.includes(code), 'a code of another operator')
    assert.doesNotMatch(own.text, /-\d+\.\d/, 'a figure of another operator')
    const other = await closing.server.call(
      'admin_vno/neighbors/qualityReport',
      { event_id: scene.event.id },
      { session: closing.stranger },
    )
    const missing = await closing.server.call(
      'admin_vno/neighbors/qualityReport',
      { event_id: 999_999 },
      { session: closing.stranger },
    )
    assert.equal(other.status, 404, other.text)
    for (const vno of [scene.worker, scene.box.owner]) {
      const session = await makeSession(closing.server.db, await makeTechnician(closing.server.db, { vno }))
      const query = { event_id: scene.event.id }
      assert.equal((await closing.server.call('admin_vno/neighbors/qualityReport', query, { session })).status, 404)
    }
    const bare = (text: string) => text.replace(/"request_id":"[^"]*"/, '')
    assert.equal(bare(other.text), bare(missing.text))

    await scene.act({ action: 'plug', port: 2 })
    await closing.advance(30)
    await scene.finalize()
    await scene.run()
    const closed = await scene.row()
    assert.equal(closed.process_state, finalizedSync, JSON.stringify(closed.error))
    const report = await scene.seen(scene.admin)
    assert.equal(report.diff.find(({ port }) => port === 2)?.after?.light, 'ok')
    const [requests] = await closing.rows<{ states: number[] }>(
      'select array_agg(process_state::int order by id) as states from event where parent_id = $1',
      [scene.event.id],
    )
    assert.deepEqual(requests?.states, [wronglyFinalized, finalizedSync])
  })

  it('a fallen tree accuses no work, and the neutral operator is notified once', async () => {
    const scene = await closing.scene()
    const beside = await closing.scene('mantenimiento', {
      box: await closing.boxBeside(scene.box),
    })
    await scene.act({ action: 'unplug' })
    await beside.act({ action: 'unplug' })
    for (const one of [scene, beside]) {
      await one.finalize()
      await one.run()
      const row = await one.row()
      assert.equal(row.process_state, finalizedSync, JSON.stringify(row.error))
      assert.equal(row.neighbours.verdict, 'no_concluyente')
      assert.ok((await one.seen(one.admin)).diff.every(({ blame }) => !blame))
    }
    const [pon] = await closing.rows<{ code: string }>('select code from pon where id = $1', [scene.box.ponId])
    const told = await closing.rows(
      `select 1 from notification where kind = 'pon_down' and payload->>'pon_code' = $1`,
      [pon?.code],
    )
    assert.equal(told.length, 1)
  })

  it('an OLT that does not answer is retried, and the third time it is an error', async () => {
    const scene = await closing.scene()
    await scene.act({ action: 'olt_down' })
    await scene.finalize()
    await scene.run(70)
    assert.equal((await scene.row()).process_state, finalizing)
    await scene.run(200)
    const row = await scene.row()
    assert.equal(row.process_state, error)
    assert.equal(row.resume_state, finalizing)
    assert.equal(row.error?.code, 'OLT_UNREACHABLE')
  })

  it('harm in a box with two open works stops both and blames neither', async () => {
    const one = await closing.scene()
    const two = await closing.scene('mantenimiento', { box: one.box })
    await one.act({ action: 'unplug', port: 3 })
    for (const scene of [one, two]) {
      await scene.finalize()
      await scene.run()
      const row = await scene.row()
      assert.equal(row.process_state, wronglyFinalized)
      assert.equal(row.neighbours.verdict, 'no_concluyente')
      assert.match(row.error?.text ?? '', /otra intervención/)
    }
  })

  it('a new customer is put in service with all records', async () => {
    const scene = await closing.scene('alta')
    assert.ok(scene.own)
    const asked = await scene.finalize()
    assert.equal(asked.status, 200, asked.text)
    await scene.run()
    const row = await scene.row()
    assert.equal(row.process_state, finalizedSync, JSON.stringify(row.error))
    const port = await field(closing, 'port', scene.own.id)
    assert.deepEqual([port['state'], port['assignment_status']], [portState.is.ocupado, assignmentStatus.is.occupied])
    const access = await field(closing, 'access', row.access_id ?? 0)
    assert.match(String(access['code']), /^AC46-\d{8}-\d$/)
    assert.deepEqual([access['state'], access['ont_serial'], access['port_id']], ['activo', scene.serial, scene.own.id])
    const [held] = await closing.rows<{ access_id: number; label: string; state: string }>(
      `select a.access_id, d.label, d.state from port_assignment a join drop_cable d on d.id = a.drop_id
        where a.port_id = $1 and a.ended_at is null`,
      [scene.own.id],
    )
    assert.deepEqual([held?.access_id, held?.state], [row.access_id, 'instalada'])
    assert.deepEqual(await closing.rows('select 1 from port_claim where event_id = $1', [scene.event.id]), [])
    const box = await field(closing, 'cto', scene.box.cto.id)
    assert.equal(box['ports_free'], 0)
    // Closed before the ONT was looked for: the final reading detected it.
    const detected = await closing.rows(
      `select port_id, process_state as state, steps->0->'data'->>'ont_serial' as serial from event where parent_id = $1 and type = 4`,
      [scene.event.id],
    )
    assert.deepEqual(detected, [{ port_id: scene.own.id, state: finalizedSync, serial: scene.serial }])
  })

  it('a new customer without light, or with too little, is not', async () => {
    const dark = await closing.scene('alta')
    await dark.act({ action: 'unplug', port: dark.own?.number })
    const weak = await closing.scene('alta')
    await closing.advance(60)
    const { readings } = await closing.server.reader.readBox(weak.box.cto.id, { purpose: 'process', maxAgeS: 0 })
    const rx = readings.find(({ portId }) => portId === weak.own?.id)?.rxDbm
    assert.ok(rx)
    await weak.act({ action: 'degrade', port: weak.own?.number, db: rx + 29 })
    for (const [scene, code] of [
      [dark, 'ONT_NOT_DETECTED'],
      [weak, 'POWER_OUT_OF_RANGE'],
    ] as const) {
      await scene.finalize()
      await scene.run()
      const row = await scene.row()
      assert.deepEqual([row.process_state, row.error?.code], [wronglyFinalized, code])
      assert.equal((await field(closing, 'port', scene.own?.id ?? 0))['state'], portState.is.asignado)
    }
  })

  it('is refused before the work is done', async () => {
    const scene = await closing.scene()
    await closing.rows(`update event set steps = '[]' where id = $1`, [scene.event.id])
    const answer = await scene.finalize()
    assert.equal(answer.status, 422)
    assert.match(answer.text, /STEPS_MISSING/)
    const bare = await closing.scene()
    await closing.rows(
      `update event set steps = (select json_agg(jsonb_set(s::jsonb, '{pictures}', '[]')) from json_array_elements(steps) s) where id = $1`,
      [bare.event.id],
    )
    assert.match((await bare.finalize()).text, /EVIDENCE_MISSING/)
  })

  it('without a reading before the work it proves nothing', async () => {
    const scene = await closing.scene()
    await closing.rows('update event set before_snapshot_id = null, touched_at = null where id = $1', [scene.event.id])
    await scene.finalize()
    await scene.run()
    const { verdict, discharge_code } = await scene.seen(scene.admin)
    assert.deepEqual([verdict, discharge_code], ['no_concluyente', null])
  })

  it('a repeated job changes nothing', async () => {
    const scene = await closing.scene()
    await scene.finalize()
    await scene.run()
    const before = await scene.row()
    for (const task of ['close', 'cancel', 'deadline', 'acknowledge', 'report_pdf'] as const)
      await closing.again(`process.${task}`, scene.event.id)
    const after = await scene.row()
    assert.deepEqual([after.version, after.process_state], [before.version, before.process_state])
    const reports = await closing.rows('select 1 from quality_report where event_id = $1', [scene.event.id])
    assert.deepEqual([reports.length, before.process_state === finalized], [1, false])
  })
})
