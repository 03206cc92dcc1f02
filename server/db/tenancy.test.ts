/** Row-level security alone: what the application's role may see and write when a predicate was forgotten. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import { makeAdmin, makeSession, makeTechnician, makeVno } from '../test/factories.ts'
import { makeAssignment, makeEvent } from '../test/plant-factories.ts'
import { startTestDatabase, type TestDatabase } from '../test/database.ts'
import { tokenHash } from '../http/principal.ts'

/** Tables that hold one operator's data: each must carry a policy, forced. */
const tenantTables = [
  'access',
  'drop_cable',
  'port_assignment',
  'service_order',
  'contractor',
  'vno',
  'api_key',
  'vno_admin_account',
  'technical_account',
  'role',
  'event',
  'audit',
  'ui_config',
  'neighbour_snapshot',
  'event_neighbour',
  'quality_report',
  'neighbour_case',
  'notification',
  'change_log',
  'box_reading',
  'plant_line',
  'plant_alarm',
  'olt_gate',
  'file',
  'picture',
  'mail',
  'agreement_acceptance',
  'contact_request',
  'device',
  'port_history',
  'event_history',
  'cto_history',
  'audit_seal',
  'audit_head',
  'port_problem',
  'hair_change',
  'reason',
  'setting',
  'invitation',
  'service_order_contact',
  'note',
  'notification_read',
  'notification_seen',
  'notice_delivery',
  'neighbour_job',
  'neighbour_job_row',
  'neighbour_job_pace',
  'report_schedule',
  'upload_part',
  'prepared_reading',
  'passkey',
  'recovery_code',
  'login_step',
]

describe('row-level security', () => {
  let db: TestDatabase
  const ids = { mine: 0, theirs: 0 }
  before(async () => {
    db = await startTestDatabase()
    for (const key of ['mine', 'theirs'] as const) {
      const vno = await makeVno(db)
      ids[key] = vno.id
      await makeAssignment(db, { vno })
      await makeEvent(db, { technician: await makeTechnician(db, { vno }) })
      await makeEvent(db, { technician: await makeTechnician(db, { vno }) })
      await makeAdmin(db, { vno })
    }
  })
  after(() => db.close())

  const inScope = async <T>(
    settings: Record<string, string>,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> => {
    const client = await db.app.connect()
    try {
      await client.query('begin')
      for (const [name, value] of Object.entries(settings))
        await client.query('select set_config($1, $2, true)', [name, value])
      return await work(client)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const count = async (client: pg.PoolClient, table: string) =>
    (await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n

  it('S4 every table of an operator has a forced policy, and the role is neither owner nor above it', async () => {
    const { rows } = await db.owner.query<{ relname: string }>(
      "select relname from pg_class where relrowsecurity and relforcerowsecurity and relkind in ('r', 'p') order by 1",
    )
    const secured = rows.map((row) => row.relname)
    for (const table of tenantTables) assert.ok(secured.includes(table), table)
    const { rows: columns } = await db.owner.query<{ table_name: string }>(
      `select distinct table_name from information_schema.columns c where column_name = 'vno_id' and table_schema = 'public'
       and table_name not like 'audit_%' and table_name <> 'port_claim'`,
    )
    for (const { table_name } of columns)
      assert.ok(secured.includes(table_name), `${table_name} has a vno_id and no policy`)
    const { rows: role } = await db.app.query(
      'select rolsuper, rolbypassrls from pg_roles where rolname = current_user',
    )
    assert.deepEqual(role, [{ rolsuper: false, rolbypassrls: false }])
  })

  it('S4 without a scope there are no rows at all', async () => {
    await inScope({}, async (client) => {
      for (const table of tenantTables.filter((one) => one !== 'role'))
        assert.equal(await count(client, table), 0, table)
    })
  })

  it("S4 a forgotten predicate shows only one's own rows", async () => {
    await inScope({ 'app.vno_id': String(ids.mine), 'app.scope': 'vno' }, async (client) => {
      for (const table of ['port_assignment', 'event', 'technical_account', 'vno_admin_account']) {
        const { rows } = await client.query<{ vno_id: number }>(`select distinct vno_id from ${table}`)
        assert.deepEqual(rows, [{ vno_id: ids.mine }], table)
      }
    })
  })

  it('S4 writing or moving a row into another operator fails', async () => {
    await inScope({ 'app.vno_id': String(ids.mine), 'app.scope': 'vno' }, async (client) => {
      await assert.rejects(
        client.query(`insert into contractor (vno_id, name) values (${ids.theirs}, 'X')`),
        /row-level security/,
      )
    })
    await inScope({ 'app.vno_id': String(ids.mine), 'app.scope': 'vno' }, async (client) => {
      await assert.rejects(client.query(`update event set vno_id = ${ids.theirs}`), /row-level security/)
    })
    await inScope({ 'app.vno_id': String(ids.mine), 'app.scope': 'vno' }, async (client) => {
      const { rowCount } = await client.query(`update event set attempts = 9 where vno_id = ${ids.theirs}`)
      assert.equal(rowCount, 0)
    })
  })

  it("S10 a technician's scope holds his own interventions", async () => {
    const account = await makeTechnician(db, { vno: { id: ids.mine, name: '', external_id: '' } })
    await makeEvent(db, { technician: account })
    const session = await makeSession(db, account)
    await inScope({}, async (client) => {
      await client.query('select app_open($1)', [tokenHash(session.token)])
      assert.equal(await count(client, 'event'), 1)
    })
  })

  it('the scope ends with its transaction, and an unknown token opens none', async () => {
    const session = await makeSession(db, await makeAdmin(db, { vno: { id: ids.mine, name: '', external_id: '' } }))
    const client = await db.app.connect()
    try {
      await client.query('begin')
      await client.query('select app_open($1)', [tokenHash(session.token)])
      assert.ok((await count(client, 'event')) ?? 0 > 0)
      await client.query('select app_open($1)', [tokenHash('nobody')])
      assert.equal(await count(client, 'event'), 0)
      await client.query('select app_open($1)', [tokenHash(session.token)])
      await client.query('commit')
      assert.equal(await count(client, 'event'), 0)
    } finally {
      client.release()
    }
  })

  it("secrets are out of the application's reach", async () => {
    await assert.rejects(db.app.query('select * from secret'), /permission denied/)
    await assert.rejects(db.app.query('create table public.x (a int)'), /permission denied/)
  })
})
