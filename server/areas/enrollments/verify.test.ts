/** Verification of enrolments, and its notices. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Enrollment } from '@hilo/contract/enrollments/enrollments.ts'
import { startEnrolling, type Enrolling } from '../../test/enrolling.ts'
import { makeEnrollment, makeLine } from '../../test/enrollment-factories.ts'
import { makeAdmin, makeSession, makeTechnician, makeVno, unique, type TestSession } from '../../test/factories.ts'
import { makeCto } from '../../test/plant-factories.ts'

const path = 'admin_vno/enrollments/verify'
const reason = 'No se lee la etiqueta completa'

describe('verification', () => {
  let desk: Enrolling
  before(async () => void (desk = await startEnrolling()))
  after(() => desk.close())

  const verify = (query: object, who: TestSession = desk.admin) => desk.server.call(path, query, { session: who })
  /** With a picture that shows its label by default. */
  const waiting = async (over: object = {}, label_kind: number | null = 3, shown: object = {}) => {
    const one = await makeEnrollment(desk.server.db, { vno: desk.vno, ...over })
    const line = await makeLine(desk.server.db, desk.vno)
    await line.picture(label_kind, { enrollment_id: one.id, ...shown })
    return one
  }

  it('an enrolment is verified once, with the verifier’s name', async () => {
    const { id } = await waiting()
    const answer = await verify({ enrollment_id: id, version: 1, decision: 'verificada' })
    const { record } = answer.body as { record: Enrollment }
    assert.deepEqual([record.verification_state, record.version, record.reject_reason], ['verificada', 2, null])
    assert.ok(record.verified_by && record.verified_at)
    assert.deepEqual((await desk.refused(verify({ enrollment_id: id, decision: 'rechazada', reason }))).slice(0, 2), [
      409,
      'EVENT_BAD_STATE',
    ])
  })

  it('without a picture, or with another label than expected, approval needs a reason, which is stored and audited', async () => {
    const label = `D46-${unique()}-1`
    const doubtful = [
      await makeEnrollment(desk.server.db, { vno: desk.vno }),
      await makeEnrollment(desk.server.db, { vno: desk.vno, kind: 4, action: 'B' }),
      await waiting({}, 1),
      await waiting({}, 3, { flags: '{reused}' }),
      await waiting({}, 3, { flags: '{label_mismatch}' }),
      await waiting({ kind: 1, action: 'M', label_read: label, label_expected: `D46-${unique()}-1` }, 2),
    ]
    for (const { id } of doubtful) {
      const approved = { enrollment_id: id, decision: 'verificada' }
      for (const said of [{}, { reason: null }, { reason: ' ok  ' }])
        assert.deepEqual(await desk.refused(verify({ ...approved, ...said })), [422, 'VALIDATION', 'reason'])
      const { record } = (await verify({ ...approved, reason })).body as { record: Enrollment }
      assert.deepEqual([record.verification_state, record.reject_reason], ['verificada', reason])
      const [trace] = await desk.rows<{ after: { reason: string; doubt: string } }>(
        `select after from audit where entity = 'enrollment' and entity_id = $1 order by id desc limit 1`,
        [String(id)],
      )
      assert.equal(trace?.after.reason, reason)
      assert.ok(trace?.after.doubt)
    }
    const plain = [
      await waiting({ label_read: label, label_expected: label.toLowerCase() }),
      await waiting({ action: 'R', label_read: label, label_expected: 'D46-OLD-1', replaced_label: 'D46-OLD-1' }),
    ]
    for (const { id } of plain) assert.equal((await verify({ enrollment_id: id, decision: 'verificada' })).status, 200)
  })

  it('of two concurrent decisions one counts, the other gets the conflict', async () => {
    const { id } = await waiting()
    const other = await makeSession(desk.server.db, await makeAdmin(desk.server.db, { vno: desk.vno }))
    const answers = await Promise.all([
      verify({ enrollment_id: id, version: 1, decision: 'verificada' }),
      verify({ enrollment_id: id, version: 1, decision: 'rechazada', reason }, other),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [200, 409],
    )
    const lost = answers.find(({ status }) => status === 409)?.body as { error: string; record: Enrollment }
    assert.deepEqual([lost.error, lost.record.version], ['VERSION_CONFLICT', 2])
  })

  it('rejecting or asking for a repetition needs a reason, and the technician is notified of each', async () => {
    const technician = await makeTechnician(desk.server.db, { vno: desk.vno })
    const { id } = await waiting({ technical_id: technician.id, entered_by: technician.user_id })
    for (const decision of ['rechazada', 'repetir'])
      assert.deepEqual(await desk.refused(verify({ enrollment_id: id, decision })), [422, 'VALIDATION', 'reason'])
    const asked = await verify({ enrollment_id: id, decision: 'repetir', reason })
    const { record } = asked.body as { record: Enrollment }
    assert.deepEqual([record.verification_state, record.verified_by, record.reject_reason], ['pendiente', null, reason])
    assert.ok(record.repeat_asked_at)
    assert.equal((await verify({ enrollment_id: id, decision: 'rechazada', reason })).status, 200)
    const told = await desk.rows<{ kind: string; payload: { reason: string } }>(
      'select kind, payload from notification where technical_id = $1 order by id',
      [technician.id],
    )
    assert.deepEqual(
      told.map(({ kind, payload }) => [kind, payload.reason]),
      [
        ['enrollment_repetir', reason],
        ['enrollment_rechazada', reason],
      ],
    )
  })

  it('a repetition is settled by the new enrolment', async () => {
    const cto = await makeCto(desk.server.db)
    const { id } = await waiting({ cto, kind: 1, action: 'M', repeat_asked_at: new Date() })
    const line = await makeLine(desk.server.db, desk.vno, { box: cto })
    const picture = await line.picture(2)
    await desk.created({ kind: 1, action: 'M', cto_id: cto.id, label_read: cto.code, pictures: [picture] })
    const [row] = await desk.rows<{ verification_state: string }>(
      'select verification_state from enrollment where id = $1',
      [id],
    )
    assert.equal(row?.verification_state, 'rechazada')
  })

  it('no one verifies an own enrolment', async () => {
    const line = await makeLine(desk.server.db, desk.vno)
    await line.picture(3)
    const { id } = await desk.created({
      kind: 2,
      action: 'A',
      label_read: `D46-${unique()}-1`,
      label_source: 'manual',
      port_id: line.port.id,
      event_id: line.event.id,
    })
    const decided = { enrollment_id: id, decision: 'verificada' }
    assert.deepEqual((await desk.refused(verify(decided))).slice(0, 2), [403, 'PRIVILEGE_DENIED'])
    const other = await makeSession(desk.server.db, await makeAdmin(desk.server.db, { vno: desk.vno }))
    assert.equal((await verify(decided, other)).status, 200)
  })

  it('S2 another operator’s enrolment answers like one that does not exist; a removal is verified too', async () => {
    const { id } = await makeEnrollment(desk.server.db, { vno: await makeVno(desk.server.db) })
    const known = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    const [theirs, none] = [
      await verify({ enrollment_id: id, decision: 'verificada' }),
      await verify({ enrollment_id: 2_000_000_000, decision: 'verificada' }),
    ]
    assert.deepEqual([theirs.status, known(theirs.text)], [404, known(none.text)])
    const removal = await waiting({ kind: 4, action: 'B' }, null)
    const answer = await verify({ enrollment_id: removal.id, decision: 'verificada' })
    assert.equal((answer.body as { record: Enrollment }).record.kind, 4)
    assert.equal((await verify({ enrollment_id: id, decision: 'verificada', reason }, desk.neutral)).status, 200)
  })
})
