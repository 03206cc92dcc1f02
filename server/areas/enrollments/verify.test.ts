/** Verification of enrolments, and its notices. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Enrollment } from '@hilo/contract/enrollments/enrollments.ts'
import { columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startEnrolling } from '../../test/enrolling.ts'
import { makeEnrollment } from '../../test/enrollment-factories.ts'
import { label } from '../../test/enrollment-files.ts'
import { makeAdmin, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import { makeCto } from '../../test/plant-factories.ts'

const path = 'admin_vno/enrollments/verify'
const reason = 'No se lee la etiqueta completa'

describe('verification', async () => {
  const desk = closedAfter(await startEnrolling())

  const verify = (query: object, session = desk.admin) => desk.server.call(path, query, { session })
  const verified = (query: object, who = desk.admin) => desk.server.done(path, query, who)
  /** With a picture that shows its label by default. */
  const waiting = async (over: object = {}, label_kind: number | null = 3, shown: object = {}) => {
    const one = await makeEnrollment(desk.server.db, { vno: desk.vno, ...over })
    await (await desk.line()).picture(label_kind, { enrollment_id: one.id, ...shown })
    return one
  }

  it('an enrolment is verified once, with the verifier’s name', async () => {
    const { id } = await waiting()
    const { record } = await verified({ enrollment_id: id, version: 1, decision: 'verificada' })
    assert.deepEqual([record.verification_state, record.version, record.reject_reason], ['verificada', 2, null])
    assert.ok(record.verified_by && record.verified_at)
    const again = verify({ enrollment_id: id, decision: 'rechazada', reason })
    assert.deepEqual(await desk.refused(again), [409, 'EVENT_BAD_STATE'])
  })

  it('without a picture, or with another label than expected, approval needs a reason, which is stored and audited', async () => {
    const name = label()
    const doubtful = [
      await makeEnrollment(desk.server.db, { vno: desk.vno }),
      await makeEnrollment(desk.server.db, { vno: desk.vno, kind: 4, action: 'B' }),
      await waiting({}, 1),
      await waiting({}, 3, { flags: '{reused}' }),
      await waiting({}, 3, { flags: '{label_mismatch}' }),
      await waiting({ kind: 1, action: 'M', label_read: name, label_expected: label() }, 2),
    ]
    for (const { id } of doubtful) {
      const approved = { enrollment_id: id, decision: 'verificada' }
      for (const said of [{}, { reason: null }, { reason: ' ok  ' }])
        assert.deepEqual(await desk.refused(verify({ ...approved, ...said })), [422, 'VALIDATION', 'reason'])
      const { record } = await verified({ ...approved, reason })
      assert.deepEqual([record.verification_state, record.reject_reason], ['verificada', reason])
      const [trace] = await desk.rows<{ after: { reason: string; doubt: string } }>(
        `select after from audit where entity = 'enrollment' and entity_id = $1 order by id desc limit 1`,
        String(id),
      )
      assert.equal(trace?.after.reason, reason)
      assert.ok(trace?.after.doubt)
    }
    const plain = [
      await waiting({ label_read: name, label_expected: name.toLowerCase() }),
      await waiting({ action: 'R', label_read: name, label_expected: 'D46-OLD-1', replaced_label: 'D46-OLD-1' }),
    ]
    for (const { id } of plain) await verified({ enrollment_id: id, decision: 'verificada' })
  })

  it('of two concurrent decisions one counts, the other gets the conflict', async () => {
    const { id } = await waiting()
    const other = await makeSession(desk.server.db, await makeAdmin(desk.server.db, { vno: desk.vno }))
    const answers = await Promise.all([
      verify({ enrollment_id: id, version: 1, decision: 'verificada' }),
      verify({ enrollment_id: id, version: 1, decision: 'rechazada', reason }, other),
    ])
    assert.deepEqual(columnOf(answers, 'status').sort(), [200, 409])
    const lost = answers.find(({ status }) => status === 409)?.body as { error: string; record: Enrollment }
    assert.deepEqual([lost.error, lost.record.version], ['VERSION_CONFLICT', 2])
  })

  it('rejecting or asking for a repetition needs a reason, and the technician is notified of each', async () => {
    const technician = await makeTechnician(desk.server.db, { vno: desk.vno })
    const { id } = await waiting({ technical_id: technician.id, entered_by: technician.user_id })
    for (const decision of ['rechazada', 'repetir'])
      assert.deepEqual(await desk.refused(verify({ enrollment_id: id, decision })), [422, 'VALIDATION', 'reason'])
    const { record } = await verified({ enrollment_id: id, decision: 'repetir', reason })
    assert.deepEqual([record.verification_state, record.verified_by, record.reject_reason], ['pendiente', null, reason])
    assert.ok(record.repeat_asked_at)
    await verified({ enrollment_id: id, decision: 'rechazada', reason })
    const notices = `select kind, payload->>'reason' as reason from notification where technical_id = $1 order by id`
    const told = ['enrollment_repetir', 'enrollment_rechazada'].map((kind) => ({ kind, reason }))
    assert.deepEqual(await desk.rows(notices, technician.id), told)
  })

  it('a repetition is settled by the new enrolment', async () => {
    const cto = await makeCto(desk.server.db)
    const { id } = await waiting({ cto, kind: 1, action: 'M', repeat_asked_at: new Date() })
    const picture = await (await desk.line({ box: cto })).picture(2)
    await desk.created({ kind: 1, action: 'M', cto_id: cto.id, label_read: cto.code, pictures: [picture] })
    const settled = await desk.rows('select verification_state from enrollment where id = $1', id)
    assert.deepEqual(settled, [{ verification_state: 'rechazada' }])
  })

  it('no one verifies an own enrolment', async () => {
    const proven = await (await desk.line()).proven()
    const typed = { kind: 2, action: 'A', label_read: label(), label_source: 'manual' } as const
    const { id } = await desk.created({ ...typed, ...proven })
    const decided = { enrollment_id: id, decision: 'verificada' }
    assert.deepEqual(await desk.refused(verify(decided)), [403, 'PRIVILEGE_DENIED'])
    await verified(decided, await makeSession(desk.server.db, await makeAdmin(desk.server.db, { vno: desk.vno })))
  })

  it('a removal is verified too, and by the neutral operator an enrolment of any operator', async () => {
    const removal = await waiting({ kind: 4, action: 'B' }, null)
    assert.equal((await verified({ enrollment_id: removal.id, decision: 'verificada' })).record.kind, 4)
    const { id } = await makeEnrollment(desk.server.db, { vno: await makeVno(desk.server.db) })
    await verified({ enrollment_id: id, decision: 'verificada', reason }, desk.neutral)
  })
})
