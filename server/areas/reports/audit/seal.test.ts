/** Seals of the audit and the histories: tampering by a database superuser is detected. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type pg from 'pg'
import { continueAudit, sealAudit } from '../../../jobs/seal.ts'
import { maintain } from '../../../jobs/maintain.ts'
import { transactionSql } from '../../../kernel/sql/scope.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { insert, makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'
import { makeCto, makeEvent, makePort } from '../../../test/plant-factories.ts'
import { patienceMs, untilTrue } from '../../../test/poll.ts'
import { numbers, otherValue, sealedTables, tamperings } from '../../../test/tampering.ts'
import { verify } from './verify.ts'

type Verified = Awaited<ReturnType<typeof verify>>

describe('the seals', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  await continueAudit(server.db.owner)

  const count = async (text: string, values: unknown[] = []) =>
    Number((await server.db.owner.query<{ n: string }>(text, values)).rows[0]?.n)
  const waiting = () =>
    count(`select ${sealedTables.map((t) => `(select count(*) from ${t} where xid > h.to_xid)`).join(' + ')} as n
      from audit_head h`)
  /** Open transactions of other tests on this machine delay seals. */
  const sealAll = async (most?: number) => {
    await untilTrue(async () => {
      if ((await waiting()) === 0) return true
      await sealAudit(server.db.owner, most)
      return false
    }, 5 * patienceMs)
  }
  const rowsSealed = () => count(`select ${sealedTables.map((t) => `(select count(*) from ${t})`).join(' + ')} as n`)
  const act = async (n: number) => {
    const before = { state: n, name: `Persona ${n}`, contact: { phone: `+3460000000${n % 10}` } }
    const call = { call: 'admin_vno/orders/edit', entity: 'service_order' }
    const row = { actor_id: 1, account_type: 'va', vno_id: vno.id, ...call }
    const whence = { channel: 'web', device: `Firefox ${n}`, address: '192.0.2.7', request_id: `r${n}` }
    await insert(server.db, 'audit', { ...row, ...whence, entity_id: String(n), before, after: { state: n + 1 } })
  }
  const works = async () => {
    for (let n = 0; n < 6; n++) {
      await act(n)
      await act(n + 10)
      const technician = await makeTechnician(server.db, { vno })
      const { id } = await makeEvent(server.db, { technician, process_state: 2 })
      await server.db.owner.query('update event set process_state = 9 where id = $1', [id])
      const cto = await makeCto(server.db)
      await server.db.owner.query(`update cto set conditions = '[{"code": 996}]' where id = $1`, [cto.id])
      const port = await makePort(server.db, { cto })
      await server.db.owner.query('update port set state = 6 where id = $1', [port.id])
      await sealAll(7)
    }
  }
  const checked = async (query = {}) => {
    const session = await makeSession(server.db, await makeOperator(server.db))
    return await server.done('admin_vno/audit/verify', query, session)
  }

  /** The verification's result after tampering, which is rolled back. */
  const after_ = async (tamper: (client: pg.PoolClient) => Promise<unknown>, query = {}): Promise<Verified> => {
    const client = await server.db.owner.connect()
    try {
      await client.query('begin; alter table audit drop constraint audit_forgotten')
      await client.query(`set local session_replication_role = 'replica'`)
      await tamper(client)
      return await verify(transactionSql(client), query)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  it('S53 untouched data verify', async () => {
    await works()
    const { result_flag, record } = await checked()
    assert.deepEqual([result_flag, record.ok, record.next, record.first_bad], [1, true, null, undefined])
    assert.ok(record.seals >= 6)
    assert.equal(record.rows, await rowsSealed())
    assert.equal((await after_(() => Promise.resolve())).ok, true)
  })

  it('S53 every column of every sealed row and of every seal', async () => {
    const { rows } = await server.db.owner.query<{ table: string; column: string; type: string }>(
      `select table_name as table, column_name as column, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = any($1) and not (is_identity = 'YES' and identity_generation = 'ALWAYS')`,
      [[...sealedTables, 'audit_seal']],
    )
    assert.ok(rows.length > 50)
    const unseen: string[] = []
    for (const { table, column, type } of rows) {
      const value = otherValue[type]?.(column)
      assert.ok(value, type)
      const text = `update ${table} set ${column} = ${value} where id = (select id from ${table} order by id offset 2 limit 1)`
      const { ok } = await after_(async (client) => assert.equal((await client.query(text)).rowCount, 1))
      if (ok) unseen.push(`${table}.${column}`)
    }
    assert.deepEqual(unseen, [])
  })

  it('S53 one hundred random tamperings are detected', async () => {
    const below = numbers(53)
    const acts = tamperings(below)
    const unseen: string[] = []
    for (let n = 0; n < 100; n++) {
      const table = sealedTables[below(sealedTables.length)] ?? 'audit'
      const text = acts[below(acts.length)]?.(table) ?? ''
      const found = await after_((client) => client.query(text))
      if (found.ok || found.first_bad === undefined) unseen.push(text)
    }
    assert.deepEqual(unseen, [])
  })

  it('S53 a chain forged as a whole, head included, is detected by a head stored elsewhere', async () => {
    const { head } = (await checked()).record
    const forge = async (client: pg.PoolClient) => {
      await client.query('truncate audit, event_history, cto_history, port_history, audit_seal')
      await client.query(`update audit_head set seal_id = 0, to_xid = 0, hash = sha256('hilo')`)
    }
    assert.equal((await after_(forge)).ok, true)
    assert.equal((await after_(forge, { head })).first_bad?.why, 'head_changed')
    assert.equal((await checked({ head })).record.ok, true)
    await act(77)
    await sealAll()
    const grown = (await checked({ head })).record
    assert.ok(grown.ok && grown.head.seal_id > head.seal_id)
  })

  it('S53 rows that commit late are sealed late, never left out', async () => {
    const late = await server.db.owner.connect()
    await late.query(`begin; insert into audit (call, request_id) values ('late', 'late')`)
    const { rows } = await late.query<{ xid: number }>('select audit_xid() as xid')
    const xid = rows[0]?.xid ?? 0
    await act(81)
    await sealAudit(server.db.owner)
    assert.equal(await count(`select count(*) as n from audit_head where to_xid >= $1`, [xid]), 0)
    assert.ok((await waiting()) > 0)
    await late.query('commit')
    late.release()
    await sealAll()
    assert.equal(await count(`select count(*) as n from audit_head where to_xid >= $1`, [xid]), 1)
    const { record } = await checked()
    assert.equal(record.ok, true)
    assert.equal(record.rows, await rowsSealed())
  })

  it('S53 several sealers at once make one chain, and one that dies midway leaves it whole', async () => {
    for (let n = 0; n < 30; n++) await act(100 + n)
    await Promise.all(Array.from({ length: 4 }, () => sealAudit(server.db.owner, 3)))
    await act(140)
    const dying = await server.db.owner.connect()
    const broken = new Promise((resolve) => dying.once('error', resolve))
    await dying.query('begin; select seal_audit(100)')
    const { rows } = await dying.query<{ pid: number }>('select pg_backend_pid() as pid')
    assert.equal(await sealAudit(server.db.owner), 0, 'somebody is at it')
    await server.db.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await broken
    dying.release(true)
    await sealAll()
    assert.equal((await checked()).record.ok, true)
  })

  it('seals go on where the transactions of another cluster ended', async () => {
    await server.db.owner.query(`insert into audit (call, request_id, xid) select 'far', 'far', audit_xid() + 1000000`)
    await continueAudit(server.db.owner)
    await act(150)
    const later = `select count(*) as n from audit where entity_id = '150' and xid > (select xid from audit where call = 'far')`
    assert.equal(await count(later), 1)
    await sealAll()
    assert.equal((await checked()).record.ok, true)
  })

  it('personal data are deleted after twelve months, and the seal still verifies', async () => {
    const old = new Date(Date.now() - 390 * 86_400_000)
    await server.db.owner.query('select audit_partition($1)', [old])
    const before = { name: 'Nadie Olvida', state: 3 }
    const row = { call: 'old', request_id: 'old', device: 'Móvil', address: '192.0.2.9', entity: 'x', before, at: old }
    const id = await insert(server.db, 'audit', row)
    await sealAll()
    const early = await after_((client) =>
      client.query(`update audit a set personal = audit_personal(a), before = audit_plain(before), device = null, address = null,
        salt = null where call = 'admin_vno/orders/edit'`),
    )
    assert.equal(early.first_bad?.why, 'forgotten_early')
    for (let n = 0; n < 3; n++) await maintain(server.db.owner, server.store)
    const { rows } = await server.db.owner.query('select before, device, address, salt from audit where id = $1', [id])
    assert.deepEqual(rows, [{ before: { name: '•••', state: 3 }, device: null, address: null, salt: null }])
    assert.equal((await checked()).record.ok, true)
    const forgery = `update audit set before = '{"name": "•••", "state": 4}' where id = ${id}`
    const forged = await after_((client) => client.query(forgery))
    assert.equal(forged.first_bad?.why, 'rows_changed')
  })

  it('rows end after five years, and the rest of the chain still verifies', async () => {
    const old = new Date(Date.now() - 62 * 31 * 86_400_000)
    await server.db.owner.query('select audit_partition($1)', [old])
    await insert(server.db, 'audit', { call: 'ancient', request_id: 'x', at: old })
    await sealAll()
    await act(160)
    await sealAll()
    await maintain(server.db.owner, server.store)
    assert.equal(await count(`select count(*) as n from audit where call = 'ancient'`), 0)
    assert.equal((await checked()).record.ok, true)
  })

  it('a part of the chain verifies by itself, and a long one in several answers', async () => {
    const { rows } = await server.db.owner.query<{ at: Date; n: number }>(
      'select at, (select count(*)::int from audit_seal s where s.at >= a.at) as n from audit_seal a order by id offset 4 limit 1',
    )
    const from = rows[0]?.at.toISOString()
    assert.equal((await checked({ from })).record.seals, rows[0]?.n)
    const { record } = await checked({ after: 3 })
    assert.deepEqual([record.ok, record.seals], [true, (await checked()).record.seals - 3])
  })

  it('S53 the application can insert rows but not change them', async () => {
    const texts = [
      'update audit set call = call',
      'delete from audit',
      'truncate audit',
      ...['event_history', 'cto_history', 'audit_seal', 'audit_head'].flatMap((t) => [
        `update ${t} set ${t === 'audit_head' ? 'shift' : 'id'} = 1`,
        `delete from ${t}`,
        `insert into ${t} default values`,
      ]),
      'update port_history set cause = cause',
      'delete from port_history',
      'select seal_audit(1)',
      'select audit_continue()',
      'select audit_forget()',
      'select audit_retire()',
    ]
    for (const text of texts) await assert.rejects(server.db.app.query(text), { code: '42501' }, text)
  })

  it('only the neutral operator verifies', async () => {
    const privileges = { role: { privs: { role_view: true } } }
    const session = await makeSession(server.db, await makeAdmin(server.db, { vno, privileges }))
    assert.equal((await server.call('admin_vno/audit/verify', {}, { session })).status, 403)
  })
})
