/** Row-level security alone: what the application's role can read and write if a predicate is missing. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type pg from 'pg'
import { columnOf } from '../test/answers.ts'
import { closedAfter } from '../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../test/factories.ts'
import { makeAssignment, makeEvent } from '../test/plant-factories.ts'
import { startTestDatabase } from '../test/database.ts'
import { tokenHash } from '../kernel/request/principal.ts'

/** Relations without tenant or personal data, each with the reason why they are public. */
const shared: Readonly<Record<string, string>> = {
  agreement: 'published to everybody',
  app_release: 'asked before signing in',
  product_feature: 'what the product can do',
  schema_migration: 'names of migrations',
  demo_clock: 'one row: the time of the demonstration',
  cto: 'physical network',
  olt: 'physical network',
  pon: 'physical network',
  port: 'physical network',
  port_claim: 'numbers of ports under way',
  entry_code: 'signing in, before any scope: hashes only',
  login_attempt: 'signing in, before any scope: by hash of the state',
  oidc_payload: 'signing in, before any scope: by hash of the token',
  password_reset: 'signing in, before any scope: hashes only',
  rate_count: 'signing in, before any scope: counts by hashed subject',
}
/** Views owned by the owner: each filters by the scope itself. */
const views = ['actor_name']
/** System roles are public. */
const partlyShared = ['role']

describe('row-level security', async () => {
  const ids = { mine: 0, theirs: 0 }
  const db = closedAfter(await startTestDatabase())
  for (const key of ['mine', 'theirs'] as const) {
    const vno = await makeVno(db)
    ids[key] = vno.id
    await makeAssignment(db, { vno })
    await makeEvent(db, { technician: await makeTechnician(db, { vno }) })
    await makeEvent(db, { technician: await makeTechnician(db, { vno }) })
    const admin = await makeAdmin(db, { vno })
    await makeSession(db, admin)
    const { user_id } = admin
    await db.owner.query(
      `insert into idempotency (principal, client_request_id, call, content_hash) values ($1, gen_random_uuid(), 'x', 'x')`,
      [`user:${user_id}`],
    )
    const identity = `insert into user_identity (user_id, iss, sub) values ($1::bigint, 'https://issuer.test', $1::bigint::text)`
    await db.owner.query(identity, [user_id])
    const audit = `insert into audit (vno_id, actor_id, call, request_id) values ($1, $2, 'x', 'r')`
    await db.owner.query(audit, [vno.id, user_id])
  }
  await makeSession(db, await makeOperator(db))
  /** Relations with a column readable by the application's role, by name. */
  const { rows: reachable } = await db.owner.query<{
    name: string
    kind: string
    secured: boolean
    partition: boolean
  }>(
    `select c.oid::regclass::text as name, c.relkind::text as kind, c.relrowsecurity and c.relforcerowsecurity as secured,
         c.relispartition or exists (select from pg_inherits i where i.inhrelid = c.oid) as partition
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema')
         and has_schema_privilege('hilo_app', n.oid, 'usage') and has_any_column_privilege('hilo_app', c.oid, 'select')
       order by 1`,
  )

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

  const names = columnOf(reachable, 'name')
  const scoped = () => names.filter((name) => !(name in shared))
  /** Of an administrator of the first operator. */
  const own = { 'app.vno_id': String(ids.mine), 'app.scope': 'vno' }

  it('S4 every relation that the role reaches has a forced policy, or a reason to be shared; the role is not above it', async () => {
    for (const { name, kind, secured, partition } of reachable) {
      assert.ok(!partition, `${name} is a partition: only its parent carries the policy`)
      if (name in shared) assert.ok(!secured, `${name} is shared and secured`)
      else if (kind === 'v') assert.ok(views.includes(name), `${name} is a view that nobody judged`)
      else assert.ok(secured, `${name} has no forced policy`)
    }
    for (const name of [...Object.keys(shared), ...views]) assert.ok(names.includes(name), name)
    const { rows: open } = await db.owner.query<{ tablename: string }>(
      `select tablename from pg_policies where permissive = 'PERMISSIVE' and cmd in ('ALL', 'SELECT') and qual = 'true'
       and roles && array['public', 'hilo_app']::name[]`,
    )
    assert.deepEqual(open, [], 'a policy that lets everything through')
    const { rows: columns } = await db.owner.query<{ table_name: string }>(
      `select distinct table_name from information_schema.columns
       where column_name in ('vno_id', 'user_id') and table_schema = 'public'`,
    )
    for (const { table_name: name } of columns)
      assert.ok(!(name in shared) || name === 'port_claim' || shared[name]?.startsWith('signing in'), name)
    const text = 'select rolsuper, rolbypassrls from pg_roles where rolname = current_user'
    const { rows: role } = await db.app.query(text)
    assert.deepEqual(role, [{ rolsuper: false, rolbypassrls: false }])
  })

  it('S4 without a scope there are no rows at all', async () => {
    await inScope({}, async (client) => {
      for (const table of scoped().filter((one) => !partlyShared.includes(one)))
        assert.equal(await count(client, table), 0, table)
    })
  })

  it('partitions are closed, those of months to come too', async () => {
    await db.owner.query(`select audit_partition((now() + interval '20 months')::date)`)
    const { rows } = await db.owner.query<{ name: string }>(
      `select i.inhrelid::regclass::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relkind = 'r'`,
    )
    assert.ok(rows.length > 3)
    for (const { name } of rows) await assert.rejects(db.app.query(`select from ${name}`), /permission denied/, name)
  })

  it("people, sessions, identities and answers of another operator, and the neutral one's, are inaccessible", async () => {
    const people = async (client: pg.PoolClient, table: string, column: string) =>
      (await client.query<{ id: string }>(`select distinct ${column}::text as id from ${table} order by 1`)).rows.map(
        ({ id }) => id,
      )
    const staff = await db.owner.query<{ id: string; admin: boolean }>(
      `select user_id::text as id, true as admin from vno_admin_account where vno_id = $1
       union all select user_id::text, false from technical_account where vno_id = $1 order by 1`,
      [ids.mine],
    )
    const all = staff.rows.map(({ id }) => id)
    const admin = staff.rows.find((one) => one.admin)?.id ?? ''
    const settings = { ...own, 'app.user_id': admin }
    await inScope(settings, async (client) => {
      assert.deepEqual(await people(client, 'app_user', 'id'), all)
      assert.deepEqual(await people(client, 'session', 'user_id'), [admin])
      assert.deepEqual(await people(client, 'user_identity', 'user_id'), [admin])
      assert.deepEqual(await people(client, 'idempotency', 'principal'), [`user:${admin}`])
      assert.deepEqual(await people(client, 'admin_account', 'user_id'), [])
      const names = await people(client, 'actor_name', 'id')
      assert.ok(all.every((one) => names.includes(one)))
      assert.equal(names.length, all.length + 1, "beside its own people the neutral operator's, by name alone")
    })
    const technician = { ...settings, 'app.user_id': '0', 'app.technical_id': '1' }
    await inScope(technician, async (client) => assert.equal(await count(client, 'session'), 0))
    await inScope({}, async (client) => {
      await assert.rejects(client.query(`select new_person('X', null, null)`), /no scope/)
    })
  })

  it('S4 a missing predicate shows only own rows', async () => {
    await inScope(own, async (client) => {
      for (const table of ['port_assignment', 'event', 'technical_account', 'vno_admin_account']) {
        const { rows } = await client.query<{ vno_id: number }>(`select distinct vno_id from ${table}`)
        assert.deepEqual(rows, [{ vno_id: ids.mine }], table)
      }
    })
  })

  it('S4 writing or moving a row into another operator fails', async () => {
    const refused = (text: string) => inScope(own, (client) => assert.rejects(client.query(text), /row-level security/))
    await refused(`insert into contractor (vno_id, name) values (${ids.theirs}, 'X')`)
    await refused(`update event set vno_id = ${ids.theirs}`)
    await inScope(own, async (client) => {
      const { rowCount } = await client.query(`update event set attempts = 9 where vno_id = ${ids.theirs}`)
      assert.equal(rowCount, 0)
    })
  })

  it("S10 a technician's scope contains the own interventions", async () => {
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
