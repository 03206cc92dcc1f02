/** Removed labels: of drops, whose ports have to stay dark, and of dismantled boxes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ctoState, portState } from '@hilo/domain/status.ts'
import { columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startEnrolling } from '../../test/enrolling.ts'
import type { Line } from '../../test/enrollment-factories.ts'
import { label } from '../../test/enrollment-files.ts'
import { insert, makeAdmin, makeSession, unique } from '../../test/factories.ts'
import { makeCto } from '../../test/plant-factories.ts'

const { ocupado, cesado, disponible, pendiente_revision } = portState.is

describe('removals', async () => {
  const desk = closedAfter(await startEnrolling())

  const { line } = desk
  const removed = { kind: 4, action: 'B' } as const
  const stateOf = async (table: 'port' | 'cto', id: number) =>
    (await desk.rows<{ state: number }>(`select state from ${table} where id = $1`, id))[0]?.state

  it('B takes a drop off a ceased port; ten minutes later a dark port is free', async () => {
    const one = await line({ state: cesado, drop: true })
    const asked = { ...removed, label_read: one.label ?? '' }
    const unproven = desk.create({ ...asked, port_id: one.port.id })
    assert.deepEqual(await desk.refused(unproven), [422, 'EVIDENCE_MISSING', 'pictures'])
    const record = await desk.created({ ...asked, ...(await one.proven(null)) })
    assert.deepEqual([record.light_check, (await desk.drop(one.label ?? ''))?.state], ['pendiente', 'retirada'])
    const [{ wait } = { wait: 0 }] = await desk.rows<{ wait: number }>(
      `select extract(epoch from j.run_at - now())::float8 as wait from graphile_worker._private_jobs j where j.key = $1`,
      `light:${record.id}`,
    )
    assert.ok(wait > 500 && wait <= 600)
    await desk.run('process.light', { enrollment_id: record.id, tries: 0 })
    assert.equal(await stateOf('port', one.port.id), disponible)
    assert.equal(await one.hanging(), undefined)
    const { records } = await desk.server.done('admin_vno/unenrollments/get', { id: record.id }, desk.admin)
    assert.equal(records[0]?.light_check, 'sin_luz')
    await desk.run('process.light', { enrollment_id: record.id, tries: 0 })
  })

  it('an ONT that answers after the removal of its drop sends the port to review, with a notice', async () => {
    const one = await line({ state: cesado, drop: true })
    const serial = `HWTC${unique().slice(0, 8)}`
    const place = { vno_id: desk.vno.id, cto_id: one.box.id, port_id: one.port.id }
    const access = { code: `AC-${unique()}`, state: 'baja', ont_serial: serial, ...place }
    const access_id = await insert(desk.server.db, 'access', access)
    await desk.rows('update port_assignment set access_id = $2 where port_id = $1', one.port.id, access_id)
    const record = await desk.created({ ...removed, label_read: one.label ?? '', ...(await one.proven(null)) })
    await desk.server.plant.act(one.box.id, { action: 'register_ont', port: one.port.number, serial })
    await desk.rows('update demo_clock set offset_s = offset_s + 600')
    await desk.run('process.light', { enrollment_id: record.id, tries: 0 })
    assert.equal(await stateOf('port', one.port.id), pendiente_revision)
    const told = await desk.rows<{ vno_id: number | null }>(
      `select vno_id from notification where kind = 'light_after_removal' and (payload->>'enrollment_id')::bigint = $1`,
      record.id,
    )
    assert.deepEqual(columnOf(told, 'vno_id').sort(), [desk.vno.id, desk.vno.id, null].sort())
  })

  it('B is refused for a customer in service, and for a label that is not there', async () => {
    const served = await line({ state: ocupado, drop: true })
    const ceased = await line({ state: cesado, drop: true })
    const asked = async (one: Line, read: string) =>
      await desk.refused(desk.create({ ...(await one.proven(null)), ...removed, label_read: read }))
    assert.deepEqual(await asked(served, served.label ?? ''), [409, 'PORT_NOT_AVAILABLE', 'port_id'])
    assert.deepEqual(await asked(ceased, label()), [409, 'LABEL_MISMATCH', 'label_read'])
  })

  it('the privilege to remove is not the one to enrol', async () => {
    const [enrols, removes] = ['enrollments', 'unenrollments'] as const
    const only = async (area: typeof enrols | typeof removes) => {
      const privileges = { [area]: { privs: { [`${area}_create`]: true } } }
      return await makeSession(desk.server.db, await makeAdmin(desk.server.db, { vno: desk.vno, privileges }))
    }
    const one = await line({ state: cesado, drop: true })
    const removal = { ...removed, label_read: one.label ?? '', ...(await one.proven(null)) }
    assert.deepEqual(await desk.refused(desk.create(removal, await only(enrols))), [403, 'PRIVILEGE_DENIED'])
    const enrolment = { kind: 2, action: 'A', label_read: label(), ...(await one.proven()) } as const
    assert.deepEqual(await desk.refused(desk.create(enrolment, await only(removes))), [403, 'PRIVILEGE_DENIED'])
    await desk.created(removal, await only(removes))
  })

  it('a box is dismantled by the neutral operator only, and only if unused', async () => {
    const one = await line()
    const asked = { kind: 3, action: 'B', cto_id: one.box.id, label_read: one.box.code } as const
    assert.deepEqual(await desk.refused(desk.create(asked)), [403, 'PRIVILEGE_DENIED'])
    assert.deepEqual(await desk.refused(desk.create(asked, desk.neutral)), [409, 'IN_USE', 'cto_id'])
    const empty = await makeCto(desk.server.db)
    const record = await desk.created({ ...asked, cto_id: empty.id, label_read: empty.code }, desk.neutral)
    assert.deepEqual([record.vno_id, record.vno, record.kind], [null, null, 3])
    assert.equal(await stateOf('cto', empty.id), ctoState.is.no_instalada)
    const seen = await desk.server.done('admin_vno/unenrollments/get', { id: record.id }, desk.admin)
    assert.deepEqual(seen.records, [])
  })
})
