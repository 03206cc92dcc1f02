/** Input and inventory effects of each enrolment action. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ctoState, portState, processState } from '@hilo/domain/status.ts'
import { columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startEnrolling } from '../../test/enrolling.ts'
import { makeLine, type Line } from '../../test/enrollment-factories.ts'
import { label } from '../../test/enrollment-files.ts'
import { makeSession, makeTechnician, makeVno, unique } from '../../test/factories.ts'
import { makeCto, makePort } from '../../test/plant-factories.ts'

const { ocupado } = portState.is
const laid = { kind: 2, action: 'A' } as const
const changed = { kind: 2, action: 'M' } as const
const none = 2_000_000_000

describe('enrolments', async () => {
  const desk = closedAfter(await startEnrolling())
  const { line } = desk
  const refused = (...sent: Parameters<typeof desk.create>) => desk.refused(desk.create(...sent))

  it('A lays a new drop, and its record is complete', async () => {
    const one = await line()
    const name = label()
    const asked = { ...laid, label_read: name.toLowerCase(), length_m: 40, power_dbm: -19.5 }
    const record = await desk.created({ ...(await one.proven()), ...asked })
    assert.deepEqual([record.kind, record.action, record.label_read, record.label_expected], [2, 'A', name, null])
    assert.deepEqual([record.cto.code, record.port_id, record.vno_id], [one.box.code, one.port.id, desk.vno.id])
    assert.deepEqual([record.verification_state, record.verification_reasons, record.origin], ['verificada', [], 2])
    assert.deepEqual([record.pictures.length, record.optic_class], [1, 'C+'])
    const drop = await desk.drop(name)
    assert.deepEqual([drop?.id, drop?.state, drop?.port_id], [record.drop_id, 'instalada', one.port.id])
    assert.equal(await one.hanging(), record.drop_id)
    const get = 'admin_vno/enrollments/pictures/get'
    const { records } = await desk.server.done(get, { enrollment_id: record.id }, desk.admin)
    assert.equal(records[0]?.enrollment_id, record.id)
    const audited = `select 1 from audit where entity = 'enrollment' and entity_id = $1`
    assert.ok((await desk.rows(audited, String(record.id)))[0])
  })

  it('A is refused for a label in use, another operator’s included, and if the port has a drop', async () => {
    const theirs = await makeLine(desk.server.db, await makeVno(desk.server.db), { state: ocupado, drop: true })
    const mine = await line({ state: ocupado, drop: true })
    const free = await line()
    for (const [one, taken] of [
      [free, theirs.label],
      [free, mine.label],
      [mine, label()],
    ] as const)
      // prettier-ignore
      assert.deepEqual(await refused({ ...(await one.proven()), ...laid, label_read: taken ?? '' }), [
        409,
        'LABEL_DUPLICATE',
        'label_read',
      ])
  })

  it('is refused without the proving picture, and takes only pictures not used as proof before', async () => {
    const one = await line()
    const asked = { ...laid, label_read: label(), port_id: one.port.id, event_id: one.event.id }
    const unproven = [422, 'EVIDENCE_MISSING', 'pictures']
    assert.deepEqual(await refused(asked), unproven)
    assert.deepEqual(await refused({ ...asked, pictures: [await one.picture(1)] }), unproven)
    const pictures = [await one.picture(3)]
    assert.deepEqual(columnOf((await desk.created({ ...asked, pictures })).pictures, 'id'), pictures)
    const { port } = await line()
    const again = { ...laid, label_read: label(), port_id: port.id, pictures }
    assert.deepEqual(await refused(again), [404, 'NOT_FOUND'])
  })

  it('M confirms a label or changes it; the old one stays in the history', async () => {
    const one = await line({ state: ocupado, drop: true })
    const same = await desk.created({ ...(await one.proven()), ...changed, label_read: one.label ?? '' })
    assert.deepEqual([same.label_read, same.label_expected], [one.label, one.label])
    const name = label()
    const other = await desk.created({ ...(await one.proven()), ...changed, label_read: name })
    assert.deepEqual([other.label_expected, other.drop_id, other.drop?.code], [one.label, one.dropId, name])
    assert.equal((await desk.drop(name))?.id, one.dropId)
    const bare = { ...(await (await line()).proven()), ...changed, label_read: label() }
    assert.deepEqual(await refused(bare), [409, 'LABEL_MISMATCH', 'label_read'])
  })

  it('R takes the old drop away and lays another; it has to name the one that hangs there', async () => {
    const one = await line({ state: ocupado, drop: true })
    const old = one.label ?? ''
    const asked = { ...(await one.proven()), kind: 2, action: 'R', label_read: label() } as const
    const other = { ...asked, replaced_label: label() }
    assert.deepEqual(await refused(asked), [422, 'VALIDATION', 'replaced_label'])
    assert.deepEqual(await refused(other), [409, 'LABEL_MISMATCH', 'replaced_label'])
    const record = await desk.created({ ...asked, replaced_label: old, replaced_state: 'averiada' })
    assert.deepEqual([record.replaced_label, record.label_expected], [old, old])
    const drop = await desk.drop(old)
    assert.deepEqual([drop?.state, drop?.port_id], ['averiada', null])
    assert.equal(await one.hanging(), record.drop_id)
  })

  it('of two that enrol one label, one wins and the other gets the conflict; nothing of the loser stays', async () => {
    const [one, two] = [await line(), await line()]
    const name = label()
    const asked = async (of: Line) => ({ ...(await of.proven()), ...laid, label_read: name })
    const queries = [await asked(one), await asked(two)]
    const answers = await Promise.all(queries.map((query) => desk.create(query)))
    assert.deepEqual(columnOf(answers, 'status').sort(), [200, 409])
    const loser = answers[0]?.status === 409 ? one : two
    assert.equal(await loser.hanging(), null)
    assert.equal((await desk.rows('select 1 from enrollment where label_read = $1', name)).length, 1)
  })

  it('of two drops at one port one wins', async () => {
    const one = await line()
    const base = { ...(await one.proven()), ...laid }
    await one.picture(3)
    const answers = await Promise.all([1, 2].map(() => desk.create({ ...base, label_read: label() })))
    assert.deepEqual(columnOf(answers, 'status').sort(), [200, 409])
  })

  it('the label of a box is confirmed, changed and, new, enrolled where none was', async () => {
    const one = await line()
    const read = { kind: 1, action: 'M', cto_code: one.box.code, event_id: one.event.id } as const
    const box = async (id: number) =>
      (await desk.rows<{ label: string; state: number }>('select label, state from cto where id = $1', id))[0]
    await one.picture(2)
    const confirmed = await desk.created({ ...read, label_read: one.box.code })
    assert.deepEqual([confirmed.port_id, confirmed.label_expected], [null, one.box.code])
    await one.picture(2)
    const name = `N${unique()}`
    await desk.created({ ...read, label_read: name })
    assert.equal((await box(one.box.id))?.label, name)
    const other = await makeCto(desk.server.db)
    assert.deepEqual(await refused({ ...read, label_read: other.code }), [409, 'LABEL_DUPLICATE', 'label_read'])
    const fresh = await makeCto(desk.server.db, { state: ctoState.is.no_instalada })
    await makePort(desk.server.db, { cto: fresh })
    const picture = await one.picture(2)
    await desk.created({ kind: 1, action: 'A', cto_id: fresh.id, label_read: fresh.code, pictures: [picture] })
    assert.equal((await box(fresh.id))?.state, ctoState.is.disponible)
  })

  it('doubts are marked, and it awaits verification', async () => {
    const one = await line()
    const picture = await one.picture(3, { flags: '{gallery,duplicate}' })
    const asked = { ...laid, label_read: label(), port_id: one.port.id, pictures: [picture] }
    const place = { lat: 39.471, lon: -0.376, accuracy_m: 5 }
    const record = await desk.created({ ...asked, label_source: 'manual', power_dbm: -40, position: place })
    assert.equal(record.verification_state, 'pendiente')
    assert.deepEqual(record.verification_reasons, ['manual', 'far', 'duplicate', 'gallery', 'power'])
    assert.equal(record.distance_m, 111)
  })

  it('reports missing or inconsistent input before it changes anything', async () => {
    const { box, port } = await line()
    const base = { ...laid, label_read: label() }
    const at = { ...base, port_id: port.id }
    assert.deepEqual(await refused(base), [422, 'VALIDATION', 'port_id'])
    assert.deepEqual(await refused({ ...base, kind: 1 }), [422, 'VALIDATION', 'cto_id'])
    assert.deepEqual(await refused({ ...at, kind: 1, cto_id: box.id }), [422, 'VALIDATION', 'port_id'])
    assert.deepEqual(await refused({ ...at, kind: 4 }), [422, 'VALIDATION', 'action'])
    assert.deepEqual(await refused({ ...at, label_read: '  ' }), [422, 'VALIDATION', 'label_read'])
    const nowhere = { ...base, cto_code: 'CTO-NINGUNA', port_number: 1 }
    assert.deepEqual(await refused(nowhere), [404, 'CTO_NOT_FOUND'])
    assert.deepEqual(await refused(at, desk.neutral), [422, 'VALIDATION', 'vno_id'])
    const closed = await makeVno(desk.server.db, { status: 4 })
    const ofBox = { kind: 1, action: 'M', cto_id: box.id, label_read: box.code } as const
    for (const vno_id of [none, closed.id])
      assert.deepEqual(await refused({ ...ofBox, vno_id }, desk.neutral), [404, 'NOT_FOUND'])
  })

  it('a position that a box lacks, or a drop that is not there, is not found', async () => {
    const [one, other] = [await line({ state: ocupado, drop: true }), await line({ state: ocupado, drop: true })]
    const base = { ...changed, label_read: one.label ?? '', event_id: one.event.id }
    assert.deepEqual(await refused({ ...base, cto_id: one.box.id, port_number: 24 }), [404, 'NOT_FOUND'])
    const elsewhere = { ...base, port_id: one.port.id, drop_id: other.dropId ?? 0 }
    assert.deepEqual(await refused(elsewhere), [404, 'NOT_FOUND'])
  })

  it('S10 a technician enrols in the own open intervention only, and sees the own enrolments', async () => {
    const one = await line()
    const session = await makeSession(desk.server.db, one.technician)
    const other = await makeSession(desk.server.db, await makeTechnician(desk.server.db, { vno: desk.vno }))
    const { event_id, port_id } = await one.proven()
    const base = { ...laid, label_read: label(), port_id }
    const outside = [422, 'VALIDATION', 'event_id']
    assert.deepEqual(await refused(base, session), outside)
    assert.deepEqual(await refused({ ...base, event_id }, other), [404, 'NOT_FOUND'])
    assert.deepEqual(await refused({ ...base, event_id, port_id: (await line()).port.id }, session), outside)
    const { id, technical_id } = await desk.created({ ...base, event_id }, session)
    assert.equal(technical_id, one.technician.id)
    const list = async (who: typeof session) =>
      (await desk.server.done('admin_vno/enrollments/get', { filter: { id } }, who)).records.length
    assert.deepEqual([await list(session), await list(other)], [1, 0])
    await desk.rows('update event set process_state = $2 where id = $1', one.event.id, processState.is.finalized)
    assert.deepEqual(await refused({ ...base, event_id }, session), [409, 'EVENT_BAD_STATE'])
  })
})
