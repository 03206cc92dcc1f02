/** Input and inventory effects of each enrolment action. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ctoState, portState, processState } from '@hilo/domain/status.ts'
import { startEnrolling, type Enrolling } from '../../test/enrolling.ts'
import { makeLine, type Line } from '../../test/enrollment-factories.ts'
import { makeAdmin, makeSession, makeTechnician, makeVno, unique } from '../../test/factories.ts'
import { makeCto, makePort } from '../../test/plant-factories.ts'

const { ocupado } = portState.is
const label = () => `D46-${unique()}-1`

describe('enrolments', () => {
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

  it('A lays a new drop, and its record is complete', async () => {
    const one = await line()
    const name = label()
    const asked = { kind: 2, action: 'A', label_read: name.toLowerCase(), length_m: 40, power_dbm: -19.5 } as const
    const record = await desk.created({ ...(await proven(one)), ...asked })
    assert.deepEqual([record.kind, record.action, record.label_read, record.label_expected], [2, 'A', name, null])
    assert.deepEqual([record.cto.code, record.port_id, record.vno_id], [one.box.code, one.port.id, desk.vno.id])
    assert.deepEqual([record.verification_state, record.verification_reasons, record.origin], ['verificada', [], 2])
    assert.deepEqual([record.pictures.length, record.optic_class], [1, 'C+'])
    const drop = await dropOf(name)
    assert.deepEqual([drop?.id, drop?.state, drop?.port_id], [record.drop_id, 'instalada', one.port.id])
    assert.equal(await hanging(one), record.drop_id)
    const pictures = await desk.server.call(
      'admin_vno/enrollments/pictures/get',
      { enrollment_id: record.id },
      { session: desk.admin },
    )
    assert.equal((pictures.body as { records: { enrollment_id: number }[] }).records[0]?.enrollment_id, record.id)
    const [audited] = await desk.rows('select 1 from audit where entity = $1 and entity_id = $2', [
      'enrollment',
      String(record.id),
    ])
    assert.ok(audited)
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
      assert.deepEqual(
        await desk.refused(desk.create({ ...(await proven(one)), kind: 2, action: 'A', label_read: taken ?? '' })),
        [409, 'LABEL_DUPLICATE', 'label_read'],
      )
  })

  it('is refused without the proving picture, and takes only pictures not used as proof before', async () => {
    const one = await line()
    const asked = { kind: 2, action: 'A', label_read: label(), port_id: one.port.id, event_id: one.event.id } as const
    assert.deepEqual((await desk.refused(desk.create(asked))).slice(0, 2), [422, 'EVIDENCE_MISSING'])
    const wrong = await one.picture(1)
    assert.deepEqual((await desk.refused(desk.create({ ...asked, pictures: [wrong] }))).slice(0, 2), [
      422,
      'EVIDENCE_MISSING',
    ])
    const right = await one.picture(3)
    const record = await desk.created({ ...asked, pictures: [right] })
    assert.deepEqual(
      record.pictures.map(({ id }) => id),
      [right],
    )
    const other = await line()
    const again = { kind: 2, action: 'A', label_read: label(), port_id: other.port.id, pictures: [right] } as const
    assert.deepEqual((await desk.refused(desk.create(again))).slice(0, 2), [404, 'NOT_FOUND'])
  })

  it('M confirms a label or changes it; the old one stays in the history', async () => {
    const one = await line({ state: ocupado, drop: true })
    const same = await desk.created({ ...(await proven(one)), kind: 2, action: 'M', label_read: one.label ?? '' })
    assert.deepEqual([same.label_read, same.label_expected], [one.label, one.label])
    const name = label()
    const changed = await desk.created({ ...(await proven(one)), kind: 2, action: 'M', label_read: name })
    assert.deepEqual([changed.label_expected, changed.drop_id, changed.drop?.code], [one.label, one.dropId, name])
    assert.equal((await dropOf(name))?.id, one.dropId)
    const bare = await line()
    assert.deepEqual(
      await desk.refused(desk.create({ ...(await proven(bare)), kind: 2, action: 'M', label_read: label() })),
      [409, 'LABEL_MISMATCH', 'label_read'],
    )
  })

  it('R takes the old drop away and lays another; it has to name the one that hangs there', async () => {
    const one = await line({ state: ocupado, drop: true })
    const old = one.label ?? ''
    const asked = { ...(await proven(one)), kind: 2, action: 'R', label_read: label() } as const
    const other = { ...asked, replaced_label: label() }
    assert.deepEqual(await desk.refused(desk.create(asked)), [422, 'VALIDATION', 'replaced_label'])
    assert.deepEqual(await desk.refused(desk.create(other)), [409, 'LABEL_MISMATCH', 'replaced_label'])
    const record = await desk.created({ ...asked, replaced_label: old, replaced_state: 'averiada' })
    assert.deepEqual([record.replaced_label, record.label_expected], [old, old])
    assert.deepEqual([(await dropOf(old))?.state, (await dropOf(old))?.port_id], ['averiada', null])
    assert.equal(await hanging(one), record.drop_id)
  })

  it('of two that enrol one label, one wins and the other gets the conflict; nothing of the loser stays', async () => {
    const [one, two] = [await line(), await line()]
    const name = label()
    const asked = async (of: Line) => ({ ...(await proven(of)), kind: 2, action: 'A', label_read: name }) as const
    const queries = [await asked(one), await asked(two)]
    const answers = await Promise.all(queries.map((query) => desk.create(query)))
    assert.deepEqual(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [200, 409],
    )
    const loser = answers[0]?.status === 409 ? one : two
    assert.equal(await hanging(loser), null)
    assert.equal((await desk.rows('select 1 from enrollment where label_read = $1', [name])).length, 1)
  })

  it('of two drops at one port one wins', async () => {
    const one = await line()
    const base = { ...(await proven(one)), kind: 2, action: 'A' } as const
    await one.picture(3)
    const answers = await Promise.all([1, 2].map(() => desk.create({ ...base, label_read: label() })))
    assert.deepEqual(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [200, 409],
    )
  })

  it('the label of a box is confirmed, changed and, new, enrolled where none was', async () => {
    const one = await line()
    const read = { kind: 1, cto_code: one.box.code, event_id: one.event.id } as const
    await one.picture(2)
    const confirmed = await desk.created({ ...read, action: 'M', label_read: one.box.code })
    assert.deepEqual([confirmed.port_id, confirmed.label_expected], [null, one.box.code])
    await one.picture(2)
    const name = `N${unique()}`
    await desk.created({ ...read, action: 'M', label_read: name })
    const [box] = await desk.rows<{ label: string }>('select label from cto where id = $1', [one.box.id])
    assert.equal(box?.label, name)
    const other = await makeCto(desk.server.db)
    assert.deepEqual(await desk.refused(desk.create({ ...read, action: 'M', label_read: other.code })), [
      409,
      'LABEL_DUPLICATE',
      'label_read',
    ])
    const fresh = await makeCto(desk.server.db, { state: ctoState.is.no_instalada })
    await makePort(desk.server.db, { cto: fresh })
    const picture = await one.picture(2)
    await desk.created({ kind: 1, action: 'A', cto_id: fresh.id, label_read: fresh.code, pictures: [picture] })
    const [installed] = await desk.rows<{ state: number }>('select state from cto where id = $1', [fresh.id])
    assert.equal(installed?.state, ctoState.is.disponible)
  })

  it('doubts are marked, and it awaits verification', async () => {
    const one = await line()
    const picture = await one.picture(3, { flags: '{gallery,duplicate}' })
    const asked = { kind: 2, action: 'A', label_read: label(), port_id: one.port.id, pictures: [picture] } as const
    const place = { lat: 39.471, lon: -0.376, accuracy_m: 5 }
    const record = await desk.created({ ...asked, label_source: 'manual', power_dbm: -40, position: place })
    assert.equal(record.verification_state, 'pendiente')
    assert.deepEqual(record.verification_reasons, ['manual', 'far', 'duplicate', 'gallery', 'power'])
    assert.equal(record.distance_m, 111)
  })

  it('reports missing or inconsistent input before it changes anything', async () => {
    const one = await line()
    const { refused, create } = desk
    const base = { kind: 2, action: 'A', label_read: label() } as const
    assert.deepEqual(await refused(create(base)), [422, 'VALIDATION', 'port_id'])
    assert.deepEqual(await refused(create({ ...base, kind: 1 })), [422, 'VALIDATION', 'cto_id'])
    assert.deepEqual(await refused(create({ ...base, kind: 1, cto_id: one.box.id, port_id: one.port.id })), [
      422,
      'VALIDATION',
      'port_id',
    ])
    assert.deepEqual(await refused(create({ ...base, kind: 4, port_id: one.port.id })), [422, 'VALIDATION', 'action'])
    assert.deepEqual(await refused(create({ ...base, label_read: '  ', port_id: one.port.id })), [
      422,
      'VALIDATION',
      'label_read',
    ])
    assert.deepEqual(await refused(create({ ...base, cto_code: 'CTO-NINGUNA', port_number: 1 })), [
      404,
      'CTO_NOT_FOUND',
      undefined,
    ])
    const byNeutral = (over: object) => refused(create({ ...base, port_id: one.port.id, ...over }, desk.neutral))
    assert.deepEqual(await byNeutral({}), [422, 'VALIDATION', 'vno_id'])
    const closed = await makeVno(desk.server.db, { status: 4 })
    const ofBox = { kind: 1, action: 'M', port_id: undefined, cto_id: one.box.id, label_read: one.box.code }
    for (const vno_id of [2_000_000_000, closed.id])
      assert.deepEqual(await byNeutral({ ...ofBox, vno_id }), [404, 'NOT_FOUND', undefined])
  })

  it('a position that a box lacks, or a drop that is not there, is not found', async () => {
    const [one, other] = [await line({ state: ocupado, drop: true }), await line({ state: ocupado, drop: true })]
    const base = { kind: 2, action: 'M', label_read: one.label ?? '', event_id: one.event.id } as const
    for (const named of [
      { cto_id: one.box.id, port_number: 24 },
      { port_id: one.port.id, drop_id: other.dropId ?? 0 },
    ])
      assert.deepEqual(await desk.refused(desk.create({ ...base, ...named })), [404, 'NOT_FOUND', undefined])
  })

  it('S2 another operator’s place answers like a missing one', async () => {
    const stranger = await makeVno(desk.server.db)
    const theirs = await makeLine(desk.server.db, stranger, { state: ocupado, drop: true })
    const mine = await line()
    const picture = await theirs.picture(3)
    const none = 2_000_000_000
    const own = await mine.picture(3)
    const base = { kind: 2, action: 'A', label_read: label(), port_id: mine.port.id, pictures: [own] } as const
    const known = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    const pairs = [
      [{ port_id: theirs.port.id }, { port_id: none }],
      [
        { drop_id: theirs.dropId ?? 0, port_id: undefined },
        { drop_id: none, port_id: undefined },
      ],
      [{ event_id: theirs.event.id }, { event_id: none }],
      [{ pictures: [own, picture] }, { pictures: [own, none] }],
    ]
    for (const [foreign, missing] of pairs) {
      const [a, b] = [await desk.create({ ...base, ...foreign }), await desk.create({ ...base, ...missing })]
      assert.deepEqual([a.status, known(a.text)], [404, known(b.text)], JSON.stringify(foreign))
    }
    const outsider = await makeSession(desk.server.db, await makeAdmin(desk.server.db, { vno: stranger }))
    const record = await desk.created(base)
    const seen = await desk.server.call('admin_vno/enrollments/get', { id: record.id }, { session: outsider })
    assert.deepEqual((seen.body as { records: unknown[] }).records, [])
  })

  it('S10 a technician enrols in the own open intervention only, and sees the own enrolments', async () => {
    const one = await line()
    const session = await makeSession(desk.server.db, one.technician)
    const other = await makeSession(desk.server.db, await makeTechnician(desk.server.db, { vno: desk.vno }))
    const { event_id, port_id } = await proven(one)
    const base = { kind: 2, action: 'A', label_read: label(), port_id } as const
    assert.deepEqual(await desk.refused(desk.create(base, session)), [422, 'VALIDATION', 'event_id'])
    assert.deepEqual((await desk.refused(desk.create({ ...base, event_id }, other))).slice(0, 2), [404, 'NOT_FOUND'])
    const elsewhere = await line()
    assert.deepEqual(await desk.refused(desk.create({ ...base, event_id, port_id: elsewhere.port.id }, session)), [
      422,
      'VALIDATION',
      'event_id',
    ])
    const record = await desk.created({ ...base, event_id }, session)
    assert.equal(record.technical_id, one.technician.id)
    const list = async (who: typeof session) =>
      (
        (await desk.server.call('admin_vno/enrollments/get', { filter: { id: record.id } }, { session: who })).body as {
          records: unknown[]
        }
      ).records.length
    assert.deepEqual([await list(session), await list(other)], [1, 0])
    await desk.rows('update event set process_state = $2 where id = $1', [one.event.id, processState.is.finalized])
    assert.deepEqual((await desk.refused(desk.create({ ...base, event_id }, session))).slice(0, 2), [
      409,
      'EVENT_BAD_STATE',
    ])
  })
})
