/**
 * Statements of areas that name a record, each run alone as the owner, exempt from policies: the tenant condition must be in
 * the statement itself, even if an earlier check would have refused.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventOf, lockEnrollment, picturesById } from '../../areas/enrollments/enrollment-queries.ts'
import { eventForPicture, picturesOfEnrollment, picturesOfEvent } from '../../areas/enrollments/queries.ts'
import { ctoHistory } from '../../areas/reports/historicals/list.ts'
import { unplugged } from '../../areas/neighbors/list.ts'
import { noticeList } from '../../areas/notifications/list.ts'
import { namedByOrder } from '../../areas/orders/create.ts'
import { lineOf } from '../../areas/orders/load-accesses.ts'
import { lookUp } from '../../areas/orders/load-orders.ts'
import { codesById, findBox } from '../../areas/neighbors/queries.ts'
import { roleList } from '../../areas/people/roles/list.ts'
import { uncoveredCuts } from '../../areas/reports/uncovered-cuts/list.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeCut } from '../../test/cut-factories.ts'
import { startTestDatabase } from '../../test/database.ts'
import { makeEnrollment, makeLine, type Line } from '../../test/enrollment-factories.ts'
import { insert, makeAdmin, makeTechnician, makeVno } from '../../test/factories.ts'
import { makeOrder } from '../../test/order-factories.ts'
import { makeCase } from '../../test/plant-factories.ts'
import { systemRole } from '../../test/rights-factories.ts'
import { makeNotice } from '../../test/notice-factories.ts'
import { contract } from '@hilo/contract/index.ts'
import type { ListSpec } from '@hilo/contract/call.ts'
import type { AnySource } from '../list/list-source.ts'
import { listStatement } from '../list/list.ts'

/** Callers: unrelated, an operator's, one of its technicians'. */
interface Asker {
  vno: number | null
  technician: number | null
}
type Statement = [name: string, text: string, values: (scene: Scene, asker: Asker) => readonly unknown[]]
type ByName = [name: string, text: string, word: string, values: (asker: number, word: string) => readonly unknown[]]
interface Scene {
  line: Line
  picture: number
  enrollment: number
  access: number
}

/** Limited to a technician's own records, with null without a match. */
const ofTechnicians: Statement[] = [
  ['the intervention of an enrolment', eventOf, ({ line }, { vno, technician }) => [line.event.id, vno, technician]],
  [
    'the enrolment to be decided',
    lockEnrollment.replace('for update of e', ''),
    ({ enrollment }, { vno, technician }) => [enrollment, vno, technician],
  ],
  [
    'the intervention of a picture',
    eventForPicture,
    ({ line }, { vno, technician }) => [line.event.id, vno, technician, 'before', '00', null, 0, 0],
  ],
  ['pictures of an intervention', picturesOfEvent, ({ line }, { vno, technician }) => [line.event.id, vno, technician]],
  [
    'pictures of an enrolment',
    picturesOfEnrollment,
    ({ enrollment }, { vno, technician }) => [enrollment, vno, technician],
  ],
  [
    'a box with its intervention',
    findBox,
    ({ line }, { vno, technician }) => [null, line.box.id, null, line.event.id, vno, technician, true],
  ],
]
/** Limited to an operator's records, with their answer without a match. */
const ofOperators: [...Statement, empty: string][] = [
  ['pictures by their ids', picturesById, ({ picture }, { vno }) => [[picture], vno, null], '[]'],
  ['codes of accesses', codesById, ({ access }, { vno }) => [[access], vno], '{}'],
]

/** The other operator's order has this number, the access this code. */
const code = 'AC-CANARIO'
const number = 'CANARIO-7'
const orderCode = 'OS-CANARIO'
const byName: ByName[] = [
  ['the number of a new order', namedByOrder, number, (vno, word) => [vno, null, null, null, word]],
  ['the number in a file of orders', lookUp, number, (vno, word) => [vno, null, null, null, word, null]],
  ['the code of an order in a file of orders', lookUp, orderCode, (vno, word) => [vno, null, null, null, null, word]],
  ['the access in a file of accesses', lineOf, code, (vno, word) => [word, vno]],
  ['the access in a file of orders', lookUp, code, (vno, word) => [vno, word, null, null, null, null]],
]

describe("statements without the database's walls", async () => {
  const db = closedAfter(await startTestDatabase())
  const mine = await makeVno(db)
  const theirs = await makeVno(db, { name: 'CANARIO' })
  const line = await makeLine(db, theirs)
  const of = { vno: theirs, cto: line.box, event_id: line.event.id, technical_id: line.technician.id }
  const { id: enrollment } = await makeEnrollment(db, of)
  await line.picture(null, { enrollment_id: enrollment, technical_id: line.technician.id })
  const picture = await line.picture(null)
  const at = { vno_id: theirs.id, cto_id: line.box.id, port_id: line.port.id }
  const access = await insert(db, 'access', { code, ...at, state: 'activo' })
  await makeOrder(db, { vno: theirs, external_order_id: number, code: orderCode })
  const scene = { line, picture, enrollment, access }

  const asked = async ([, text, valuesOf]: Statement, vno: number, technician: number | null = null) => {
    const values = [...valuesOf(scene, { vno, technician })]
    const { rows } = await db.owner.query<unknown[]>({ text, values, rowMode: 'array' })
    const value = rows[0]?.[0] ?? null
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  }

  for (const [name, text, values, empty = null] of [...ofTechnicians, ...ofOperators])
    it(`S9 ${name}: an operator finds its own`, async () => {
      assert.notEqual(await asked([name, text, values], theirs.id), empty)
      assert.equal(await asked([name, text, values], mine.id), empty)
    })
  for (const statement of ofTechnicians)
    it(`S9 S10 ${statement[0]}: a technician finds own records`, async () => {
      const colleague = await makeTechnician(db, { vno: theirs })
      assert.notEqual(await asked(statement, theirs.id, line.technician.id), null)
      assert.equal(await asked(statement, theirs.id, colleague.id), null)
    })

  for (const [name, text, word, values] of byName)
    it(`S9 ${name}: another operator's answers like a missing one`, async () => {
      const told = async (vno: number, asked: string) =>
        JSON.stringify((await db.owner.query({ text, values: [...values(vno, asked)], rowMode: 'array' })).rows)
      assert.notEqual(await told(theirs.id, word), await told(theirs.id, 'NADIE'))
      assert.equal(await told(mine.id, word), await told(mine.id, 'NADIE'))
    })

  const listed = async (source: AnySource, vnoId: number | null) => {
    const { list } = contract[source.path] as unknown as ListSpec
    const { text, values } = listStatement(source, list, { vnoId, technicalId: null, eventTypes: null }, {}, false)
    const { rows } = await db.owner.query({ text, values: [...values], rowMode: 'array' })
    return JSON.stringify(rows)
  }

  it('S3 S9 a case shows each side its own names only', async () => {
    const access_id = scene.access
    await makeCase(db, { owner: theirs, worker: mine, access_id })
    const technical_id = (await makeTechnician(db, { vno: theirs, name: 'CANARIO Persona' })).id
    await makeCase(db, { owner: mine, worker: theirs, technical_id })
    const all = await listed(unplugged, null)
    for (const word of ['AC-CANARIO', 'CANARIO Persona', '"CANARIO"'])
      assert.ok(all.includes(word.replaceAll('"', '\\"')))
    const own = await listed(unplugged, mine.id)
    assert.match(own, /INT-/)
    assert.doesNotMatch(own, /CANARIO/)
  })

  it('S3 S9 a cut names no possible technician of another operator', async () => {
    const { id: technical_id } = await makeTechnician(db, { vno: theirs, name: 'CANARIO Cerca' })
    await makeCut(db, { vno: mine, link: 'orden', technical_id, worker_vno_id: theirs.id })
    assert.match(await listed(uncoveredCuts, null), /CANARIO Cerca/)
    const own = await listed(uncoveredCuts, mine.id)
    assert.match(own, /"port/)
    assert.doesNotMatch(own, /CANARIO/)
  })

  it("S3 S9 a box's history contains no names of another operator", async () => {
    const { technician, event, box } = scene.line
    await db.owner.query(
      `insert into cto_history (cto_id, technical_id, to_state, cause, before, after, event_id, actor_id, actor_type, at)
        values ($1, $2, 1, 'event', '{}', '{}', $3, $4, 'te', now())`,
      [box.id, technician.id, event.id, technician.user_id],
    )
    const named = new RegExp(`${event.code}|technical_id\\\\":${technician.id}`)
    assert.match(await listed(ctoHistory, null), named)
    const own = await listed(ctoHistory, mine.id)
    assert.match(own, new RegExp(box.code))
    assert.doesNotMatch(own, named)
  })

  it('S3 S9 a role counts no people of another operator', async () => {
    const counted = async () => [await listed(roleList, mine.id), await listed(roleList, null)]
    const [own, all] = await counted()
    const { id } = await makeAdmin(db, { vno: theirs })
    const role = await systemRole(db, 'vno')
    await db.owner.query('update vno_admin_account set role_id = $2 where id = $1', [id, role])
    const [ownAfter, allAfter] = await counted()
    assert.equal(ownAfter, own)
    assert.notEqual(allAfter, all)
  })

  it("S3 S9 a notice of another operator's intervention does not name it", async () => {
    const { event } = scene.line
    await makeNotice(db, { vno_id: mine.id, event_id: event.id })
    const own = await listed(noticeList, mine.id)
    assert.match(own, /pon_down/)
    assert.doesNotMatch(own, new RegExp(event.code))
  })
})
