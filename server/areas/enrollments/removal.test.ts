/** Removed labels: of drops, whose ports have to stay dark, and of dismantled boxes. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ctoState, portState } from '@hilo/domain/status.ts'
import { startEnrolling, type Enrolling } from '../../test/enrolling.ts'
import { makeLine, type Line } from '../../test/enrollment-factories.ts'
import { insert, unique } from '../../test/factories.ts'
import { makeCto } from '../../test/plant-factories.ts'

const { ocupado, cesado, disponible, pendiente_revision } = portState.is
const label = () => `D46-${unique()}-1`

describe('removals', () => {
  let desk: Enrolling
  before(async () => void (desk = await startEnrolling()))
  after(() => desk.close())

  const line = (over: Parameters<typeof makeLine>[2] = {}) => makeLine(desk.server.db, desk.vno, over)
  /** The input with its proving picture. */
  const proven = async (one: Line, kind: number | null = 3) => {
    await one.picture(kind)
    return { event_id: one.event.id, port_id: one.port.id }
  }
  const dropOf = async (name: string) => {
    const [row] = await desk.rows<{ id: number; state: string; port_id: number | null; vno_id: number }>(
      'select id, state, port_id, vno_id from drop_cable where label = $1',
      [name],
    )
    return row
  }
  const hanging = async ({ port }: Line) => {
    const [row] = await desk.rows<{ drop_id: number | null }>(
      'select drop_id from port_assignment where port_id = $1 and ended_at is null',
      [port.id],
    )
    return row?.drop_id
  }

  it('B takes a drop off a ceased port; ten minutes later a dark port is free', async () => {
    const one = await line({ state: cesado, drop: true })
    const asked = { kind: 4, action: 'B', label_read: one.label ?? '' } as const
    assert.deepEqual((await desk.refused(desk.create({ ...asked, port_id: one.port.id }))).slice(0, 2), [
      422,
      'EVIDENCE_MISSING',
    ])
    const record = await desk.created({ ...asked, ...(await proven(one, null)) })
    assert.deepEqual([record.light_check, (await dropOf(one.label ?? ''))?.state], ['pendiente', 'retirada'])
    const { rows: jobs } = await desk.server.db.jobs.query<{ wait: number }>(
      `select extract(epoch from j.run_at - now())::float8 as wait from graphile_worker._private_jobs j where j.key = $1`,
      [`light:${record.id}`],
    )
    assert.ok((jobs[0]?.wait ?? 0) > 500 && (jobs[0]?.wait ?? 0) <= 600)
    await desk.run('process.light', { enrollment_id: record.id, tries: 0 })
    const [port] = await desk.rows<{ state: number }>('select state from port where id = $1', [one.port.id])
    assert.equal(port?.state, disponible)
    assert.equal(await hanging(one), undefined)
    const shown = await desk.server.call('admin_vno/unenrollments/get', { id: record.id }, { session: desk.admin })
    assert.equal((shown.body as { records: { light_check: string }[] }).records[0]?.light_check, 'sin_luz')
    await desk.run('process.light', { enrollment_id: record.id, tries: 0 })
  })

  it('an ONT that answers after the removal of its drop sends the port to review, with a notice', async () => {
    const one = await line({ state: cesado, drop: true })
    const serial = `HWTC${unique().slice(0, 8)}`
    const place = { vno_id: desk.vno.id, cto_id: one.box.id, port_id: one.port.id }
    const access = { code: `AC-${unique()}`, state: 'baja', ont_serial: serial, ...place }
    const access_id = await insert(desk.server.db, 'access', access)
    await desk.rows('update port_assignment set access_id = $2 where port_id = $1', [one.port.id, access_id])
    const record = await desk.created({
      kind: 4,
      action: 'B',
      label_read: one.label ?? '',
      ...(await proven(one, null)),
    })
    await desk.server.plant.act(one.box.id, { action: 'register_ont', port: one.port.number, serial })
    await desk.rows('update demo_clock set offset_s = offset_s + 600')
    await desk.run('process.light', { enrollment_id: record.id, tries: 0 })
    const [port] = await desk.rows<{ state: number }>('select state from port where id = $1', [one.port.id])
    assert.equal(port?.state, pendiente_revision)
    const told = await desk.rows<{ vno_id: number | null }>(
      `select vno_id from notification where kind = 'light_after_removal' and (payload->>'enrollment_id')::bigint = $1`,
      [record.id],
    )
    assert.deepEqual(told.map(({ vno_id }) => vno_id).sort(), [desk.vno.id, desk.vno.id, null].sort())
  })

  it('B is refused for a customer in service, and for a label that is not there', async () => {
    const served = await line({ state: ocupado, drop: true })
    const ceased = await line({ state: cesado, drop: true })
    const asked = async (one: Line, read: string) =>
      await desk.refused(desk.create({ ...(await proven(one, null)), kind: 4, action: 'B', label_read: read }))
    assert.deepEqual(await asked(served, served.label ?? ''), [409, 'PORT_NOT_AVAILABLE', 'port_id'])
    assert.deepEqual(await asked(ceased, label()), [409, 'LABEL_MISMATCH', 'label_read'])
  })

  it('a box is dismantled by the neutral operator only, and only if unused', async () => {
    const one = await line()
    const asked = { kind: 3, action: 'B', cto_id: one.box.id, label_read: one.box.code } as const
    assert.deepEqual((await desk.refused(desk.create(asked))).slice(0, 2), [403, 'PRIVILEGE_DENIED'])
    assert.deepEqual(await desk.refused(desk.create(asked, desk.neutral)), [409, 'IN_USE', 'cto_id'])
    const empty = await makeCto(desk.server.db)
    const record = await desk.created({ ...asked, cto_id: empty.id, label_read: empty.code }, desk.neutral)
    assert.deepEqual([record.vno_id, record.vno, record.kind], [null, null, 3])
    const [box] = await desk.rows<{ state: number }>('select state from cto where id = $1', [empty.id])
    assert.equal(box?.state, ctoState.is.no_instalada)
    const seen = await desk.server.call('admin_vno/unenrollments/get', { id: record.id }, { session: desk.admin })
    assert.deepEqual((seen.body as { records: unknown[] }).records, [])
  })
})
