/** Predicates without row-level security: the SQL of every list runs as the owner, exempt from policies. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contract, type PathOf } from '@hilo/contract/index.ts'
import type { ListQuery, ListSpec } from '@hilo/contract/call.ts'
import { sources } from '../../http/calls.ts'
import { find, kinds } from '../../areas/search/queries.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeTechnician, makeVno, insert } from '../../test/factories.ts'
import { makeNote, makeOrder } from '../../test/order-factories.ts'
import { makeLineRows } from '../../test/line-factories.ts'
import { makeApiRequest, makeEnrollment } from '../../test/enrollment-factories.ts'
import { makeCut } from '../../test/cut-factories.ts'
import { makeAssignment, makeCase, makeEvent, makeOlt, makePort } from '../../test/plant-factories.ts'
import { makeHairChange } from '../../test/hair-changes.ts'
import { makeRecords } from '../../test/record-factories.ts'
import { makeContractor, makeKey } from '../../test/rights-factories.ts'
import { makeInvitation } from '../../test/people-factories.ts'
import { makeNotices } from '../../test/notice-factories.ts'
import { startTestDatabase } from '../../test/database.ts'
import { countStatement, downloadQuery, listStatement, recordsText } from './list.ts'
import type { AnySource, Viewer } from './list-source.ts'

const lists = Object.entries(sources) as unknown as [PathOf<'list'>, AnySource][]
const canary = 'CANARIO'
/** Lists of which a technician sees own rows. */
const ofTechnicians = [
  'admin_vno/events/get',
  'admin_vno/hair_changes/get',
  'admin_vno/enrollments/get',
  'admin_vno/unenrollments/get',
  'admin_vno/unsubscriptions/get',
  'admin_vno/orders/get',
  'admin_vno/technicals/get',
  'admin_vno/notes/get',
] as const
/** Here even the neutral operator sees only own rows. */
const onlyOwn: readonly PathOf<'list'>[] = ['admin_vno/notifications/get']

describe('predicates', async () => {
  let stranger: Viewer
  const db = closedAfter(await startTestDatabase())
  const mine = (await makeVno(db)).id
  const viewer = { vnoId: mine, technicalId: null, eventTypes: null }
  const technician = await makeTechnician(db, { vno: { id: mine, name: '', external_id: '' } })
  await makeEvent(db, { technician })
  await makeAssignment(db, { vno: { id: mine } })
  await makeCase(db, { owner: { id: mine }, worker: { id: mine } })
  await makeCut(db, { vno: { id: mine } })
  await makeLineRows(db, { id: mine }, { at: new Date() })
  await makeRecords(db, { id: mine })
  await makeNotices(db, { id: mine }, { at: new Date() })
  for (let i = 0; i < 3; i++) {
    const vno = await makeVno(db, { name: `${canary} ${i}` })
    await makeLineRows(db, vno, { at: new Date(), mark: `${canary}-` })
    await makeRecords(db, vno, canary)
    stranger = { ...viewer, vnoId: vno.id }
    for (const odd of [false, true]) await makeNotices(db, vno, { at: new Date(), odd, mark: canary })
    const { role_id } = await makeAdmin(db, { vno })
    await makeInvitation(db, { vno, role_id, name: `${canary} Persona ${i}` })
    await makeOperator(db, { name: `${canary} Persona ${i}` })
    const them = await makeTechnician(db, { vno, name: `${canary} Persona ${i}` })
    const theirs = await makeEvent(db, { technician: them, code: `INT-${canary}-${i}` })
    await makeContractor(db, vno, { name: `${canary} ${i}` })
    await makeOlt(db, { code: `${canary}-${i}` })
    await makeKey(db, vno, { name: `${canary} ${i}` })
    await makeOrder(db, { vno, code: `OS-${canary}-${i}`, external_order_id: `${canary}-${i}` })
    await makeNote(db, { vno, event_id: theirs.id, text: canary })
    for (const kind of [2, 4]) await makeEnrollment(db, { vno, kind, label_read: `${canary}-${i}` })
    await makeApiRequest(db, { vno, request_id: canary })
    await insert(db, 'mail', { vno_id: vno.id, recipient: canary, kind: 'notice', subject: canary, body: canary })
    await makeHairChange(db, { technician: them, code: `INT-${canary}-C${i}` })
    const label = `${canary}-${i}/01`
    const port = await makePort(db, { label, state: 3, assignment_status: 3 })
    const at = { vno_id: vno.id, port_id: port.id }
    const line = { code: `AC-${canary}-${i}`, state: 'activo', ont_serial: `${canary}${i}` }
    const access_id = await insert(db, 'access', { ...at, cto_id: port.cto_id, ...line })
    const cable = { label: `D-${canary}-${i}`, type: 'interior', connection_type: 0, state: 'instalada' }
    await insert(db, 'drop_cable', { ...at, access_id, ...cable })
    await makeAssignment(db, { vno, port, access_id })
    await makeCut(db, { vno, mark: canary })
    await makeCase(db, { owner: vno, worker: vno, access_id, event_code: `INT-${canary}-${i}` })
  }

  const asOwner = async ({ text, values }: { text: string; values: readonly unknown[] }) =>
    JSON.stringify((await db.owner.query({ text, values: [...values], rowMode: 'array' })).rows)
  const words = [canary, `AC-${canary}`, `INT-${canary}`, 'persona']
  const searches: ListQuery[] = [{}, ...words.map((search) => ({ search }))]

  for (const [path, source] of lists.filter(([path]) => contract[path].scope === 'vno')) {
    it(`S3 ${path}: without any policy the SQL alone is limited to its operator`, async () => {
      const { list } = contract[path] as unknown as ListSpec
      for (const query of searches) {
        const page = await asOwner(listStatement(source, list, viewer, { ...query, limit: 200 }, true))
        assert.ok(!page.includes(canary), JSON.stringify(query))
        const everything = onlyOwn.includes(path) ? stranger : { ...viewer, vnoId: null }
        if (!query.search) {
          const whole = await asOwner(listStatement(source, list, everything, { limit: 200 }, true))
          assert.ok(whole.includes(canary), 'the check can fail')
          const own = await asOwner(countStatement(source, viewer, query))
          assert.notEqual(own, await asOwner(countStatement(source, everything, query)))
        }
        const cells: string[] = Object.values<string>(source.columns(viewer))
        const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))
        const text = downloadQuery(source, list, viewer, query, literal, cells)
        assert.ok(!(await asOwner({ text, values: [] })).includes(canary))
      }
    })
  }

  for (const path of ofTechnicians)
    it(`S3 S10 ${path}: a technician's predicate is in the SQL too`, async () => {
      const { list } = contract[path] as unknown as ListSpec
      const source = sources[path] as AnySource
      const seen = async (technicalId: number | null) => {
        const { text, values } = listStatement(source, list, { ...viewer, vnoId: null, technicalId }, {}, false)
        return recordsText((await db.owner.query({ text, values: [...values], rowMode: 'array' })).rows)
      }
      assert.notEqual(await seen(null), '', 'the check can fail')
      assert.equal(await seen(2 ** 40), '')
    })

  it('S3 the search by code and name is limited to its operator without any policy', async () => {
    const found = (from: string, vno: number | null, name: string) => {
      const range = [from, `${from}\u{10FFFF}`]
      return asOwner({ text: find(kinds), values: [...range, vno, null, name, ...range] })
    }
    for (const [from, name] of [
      ...['INT-CANARIO', 'AC-CANARIO', 'D-CANARIO', 'OS-CANARIO'].map((code) => [code, '%'] as const),
      // A name, and the serial of an ONT.
      ['CANARIO', '%canario%'],
      ['CANARIO', '%'],
    ] as const) {
      const own = await found(from, mine, name)
      assert.ok(!own.includes(canary), own)
      assert.ok((await found(from, null, name)).includes(canary), 'the check can fail')
    }
  })

  for (const from of [`INT-${canary}`, `OS-${canary}`])
    it(`S3 S10 a technician's search for ${from} finds own records`, async () => {
      const found = async (technician: number | null) =>
        await asOwner({ text: find(kinds), values: [from, `${from}\u{10FFFF}`, null, technician, '', from, from] })
      assert.ok((await found(null)).includes(canary), 'the check can fail')
      assert.ok(!(await found(2 ** 40)).includes(canary))
    })
})
