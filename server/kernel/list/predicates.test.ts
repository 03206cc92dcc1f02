/**
 * Predicates and row-level security, each without the other. The SQL of every list runs as the owner, exempt from policies, so
 * that a missing predicate shows; and each policy is removed, so that a check that cannot fail shows.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { contract, type PathOf } from '@hilo/contract/index.ts'
import type { ListQuery, ListSpec } from '@hilo/contract/call.ts'
import { sources } from '../../http/calls.ts'
import { find, kinds } from '../../areas/search/queries.ts'
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
import { startTestDatabase, type TestDatabase } from '../../test/database.ts'
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

describe('predicates and policies', () => {
  let db: TestDatabase
  let mine: number
  let viewer: Viewer
  let stranger: Viewer
  before(async () => {
    db = await startTestDatabase()
    mine = (await makeVno(db)).id
    viewer = { vnoId: mine, technicalId: null, eventTypes: null }
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
      const access_id = await insert(db, 'access', {
        code: `AC-${canary}-${i}`,
        vno_id: vno.id,
        cto_id: port.cto_id,
        port_id: port.id,
        state: 'activo',
        ont_serial: `${canary}${i}`,
      })
      await insert(db, 'drop_cable', {
        vno_id: vno.id,
        label: `D-${canary}-${i}`,
        access_id,
        port_id: port.id,
        type: 'interior',
        connection_type: 0,
        state: 'instalada',
      })
      await makeAssignment(db, { vno, port, access_id })
      await makeCut(db, { vno, mark: canary })
      await makeCase(db, { owner: vno, worker: vno, access_id, event_code: `INT-${canary}-${i}` })
    }
  })
  after(() => db.close())

  const asOwner = async (statement: { text: string; values: readonly unknown[] }) =>
    JSON.stringify(
      (await db.owner.query({ text: statement.text, values: [...statement.values], rowMode: 'array' })).rows,
    )
  const searches: ListQuery[] = [
    {},
    { search: canary },
    { search: `AC-${canary}` },
    { search: `INT-${canary}` },
    { search: 'persona' },
  ]

  for (const [path, source] of lists.filter(([path]) => contract[path].scope === 'vno')) {
    it(`S3 ${path}: without any policy the SQL alone is limited to its operator`, async () => {
      const { list } = contract[path] as unknown as ListSpec
      for (const query of searches) {
        assert.ok(
          !(await asOwner(listStatement(source, list, viewer, { ...query, limit: 200 }, true))).includes(canary),
          JSON.stringify(query),
        )
        const everything = onlyOwn.includes(path) ? stranger : { ...viewer, vnoId: null }
        if (!query.search) {
          assert.ok(
            (await asOwner(listStatement(source, list, everything, { limit: 200 }, true))).includes(canary),
            'the check can fail',
          )
          const [own, all] = [
            await asOwner(countStatement(source, viewer, query)),
            await asOwner(countStatement(source, everything, query)),
          ]
          assert.notEqual(own, all)
        }
        const cells: string[] = Object.values<string>(source.columns(viewer))
        const text = downloadQuery(
          source,
          list,
          viewer,
          query,
          (value) => (typeof value === 'string' ? `'${value}'` : String(value)),
          cells,
        )
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
    const every = kinds
    for (const [from, name] of [
      ['INT-CANARIO', '%'],
      ['AC-CANARIO', '%'],
      ['CANARIO', '%canario%'],
      ['D-CANARIO', '%'],
      ['OS-CANARIO', '%'],
    ] as const) {
      const text = find(every)
      const own = await asOwner({ text, values: [from, `${from}\u{10FFFF}`, mine, null, name, from, from] })
      assert.ok(!own.includes(canary), own)
      assert.ok(
        (await asOwner({ text, values: [from, `${from}\u{10FFFF}`, null, null, name, from, from] })).includes(canary),
        'the check can fail',
      )
    }
  })

  for (const from of [`INT-${canary}`, `OS-${canary}`])
    it(`S3 S10 a technician's search for ${from} finds own records`, async () => {
      const found = async (technician: number | null) =>
        await asOwner({ text: find(kinds), values: [from, `${from}\u{10FFFF}`, null, technician, '', from, from] })
      assert.ok((await found(null)).includes(canary), 'the check can fail')
      assert.ok(!(await found(2 ** 40)).includes(canary))
    })

  for (const table of [
    'access',
    'drop_cable',
    'port_assignment',
    'vno_admin_account',
    'technical_account',
    'event',
    'invitation',
    'contractor',
    'api_key',
    'enrollment',
    'api_request',
    'hair_change',
  ]) {
    it(`S9 ${table}: rows of others are hidden by its policy only`, async () => {
      const foreign = async () => {
        const client = await db.app.connect()
        try {
          await client.query('begin')
          await client.query(`select set_config('app.vno_id', $1, true), set_config('app.scope', 'vno', true)`, [
            String(mine),
          ])
          return (await client.query(`select 1 from ${table} where vno_id <> $1`, [mine])).rowCount
        } finally {
          await client.query('rollback')
          client.release()
        }
      }
      assert.equal(await foreign(), 0)
      const { rows } = await db.owner.query<{ qual: string }>(
        'select qual from pg_policies where tablename = $1 and policyname = $2',
        [table, 'tenant'],
      )
      await db.owner.query(`alter policy tenant on ${table} using (true)`)
      assert.ok(((await foreign()) ?? 0) > 0)
      await db.owner.query(`alter policy tenant on ${table} using (${rows[0]?.qual})`)
      assert.equal(await foreign(), 0)
    })
  }
})
