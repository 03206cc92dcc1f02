/** Roles: permissions to see, create, edit and delete them, without privilege escalation. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultPrivileges, noPrivileges } from '@hilo/domain/default-privileges.ts'
import { actions, areas, subItemsOf, type Privileges } from '@hilo/domain/privilege.ts'
import { columnOf } from '../../../test/answers.ts'
import { callerOf, refusedWith } from '../../../test/caller.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../../test/factories.ts'
import type { TestSession } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'
import { makeRole, systemRole } from '../../../test/rights-factories.ts'

const seeEvents: Privileges = { event: { privs: { event_view: true } } }

describe('roles', async () => {
  const server = closedAfter(await startTestServer())
  const { db } = server
  const vno = await makeVno(db)
  const twin = await makeVno(db, { name: 'CANARIO-OPERADOR' })
  const admin = await makeAdmin(db, { vno })
  const session = await makeSession(db, admin)
  const neutral = await makeSession(db, await makeOperator(db))
  await makeAdmin(db, { vno: twin })
  await makeRole(db, twin, seeEvents, { name: 'CANARIO-ROL', description: 'CANARIO-DESCRIPCION' })

  const call = callerOf(server, session)
  const create = (query: object, as?: TestSession) => call('admin_vno/roles/create', query, as)
  const edit = (query: object, as?: TestSession) => call('admin_vno/roles/edit', query, as)
  const remove = (query: object, as?: TestSession) => call('admin_vno/roles/delete', query, as)

  it('an operator sees its own and the system roles for operators; the neutral one sees all', async () => {
    const mine = await call('admin_vno/roles/get', { limit: 200 })
    assert.ok(mine.records.every((role) => role.vno_id === vno.id || (role.system && role.scope === 'vno')))
    const system = mine.records.filter((role) => role.system)
    assert.deepEqual(columnOf(system, 'key').sort(), ['IsClient', 'technician', 'va', 'vno'])
    const client = mine.records.find(({ key }) => key === 'IsClient')
    assert.deepEqual(client?.privileges, noPrivileges(), 'the role of a client is there and empty')
    const all = await call('admin_vno/roles/get', { limit: 200 }, neutral)
    for (const name of ['CANARIO-ROL', 'Administrador']) assert.ok(columnOf(all.records, 'name').includes(name))
    for (const text of [mine.text, (await call('admin_vno/roles/get', { search: 'canario' })).text])
      assert.ok(!text.includes('CANARIO'))
  })

  it('S2 a role of another operator, or of the neutral one, answers like a missing one, everywhere', async () => {
    const theirs = [
      await makeRole(db, twin, seeEvents),
      await makeRole(db, null, seeEvents),
      await systemRole(db, 'admin'),
    ]
    const known = (text: string) => text.replace(/"(request_id|server_time)":"[^"]+"/g, '')
    for (const id of theirs) {
      for (const [path, query, missing] of [
        ['admin_vno/roles/get', { id }, { id: 2 ** 40 }],
        ['admin_vno/roles/edit', { id, name: 'Mío' }, { id: 2 ** 40, name: 'Mío' }],
        ['admin_vno/roles/edit', { id, version: 7 }, { id: 2 ** 40, version: 7 }],
        ['admin_vno/roles/delete', { id }, { id: 2 ** 40 }],
        ['admin_vno/roles/create', { name: 'Copia', from_id: id }, { name: 'Copia', from_id: 2 ** 40 }],
      ] as const) {
        const [a, b] = [await call(path, query), await call(path, missing)]
        assert.deepEqual([a.status, known(a.text)], [b.status, known(b.text)], `${path} ${id}`)
      }
    }
  })

  it('a role is created empty or as a copy, with every privilege explicit', async () => {
    const about = { name: ' Mesa de averías ', description: 'Atiende averías' }
    const { record } = await create({ ...about, privileges: seeEvents })
    assert.equal(record.key, 'mesa-de-averias')
    assert.deepEqual([record.name, record.scope, record.base, record.status], ['Mesa de averías', 'vno', 'vno', 1])
    assert.deepEqual([record.vno_id, record.members_count, record.system], [vno.id, 0, false])
    assert.deepEqual(Object.keys(record.privileges).sort(), [...areas].sort())
    assert.equal(record.privileges['event']?.privs['event_view'], true)
    assert.equal(record.privileges['event']?.sub_items?.['steps']?.privs['steps_edit'], false)
    assert.equal(record.created_by?.id, admin.user_id)
    for (const key of ['va', 'vno', 'technician', 'IsClient']) {
      const from_id = await systemRole(db, key)
      const copy = await create({ name: `Copia de ${key}`, from_id })
      const [original] = (await call('admin_vno/roles/get', { id: from_id })).records
      assert.deepEqual(copy.record.privileges, original?.privileges)
      assert.deepEqual([copy.record.base, copy.record.system], [original?.base, false])
    }
    refusedWith(await create({ name: 'MESA DE AVERIAS' }), 409, 'ALREADY_EXISTS')
    assert.notEqual((await create({ name: 'VA' })).record.key, 'va', 'the keys of the system are its own')
  })

  it('S6 each privilege, parts included, is given only by a holder', async () => {
    const all = areas.flatMap((area) => [
      ...actions.map((action): Privileges => ({ [area]: { privs: { [`${area}_${action}`]: true } } })),
      ...subItemsOf(area).flatMap((item) =>
        actions.map((action): Privileges => ({
          [area]: { privs: {}, sub_items: { [item]: { privs: { [`${item}_${action}`]: true } } } },
        })),
      ),
    ])
    const rights = { 'role-admin-vno_create': true, 'role-admin-vno_edit': true }
    const creator: Privileges = { 'role-admin-vno': { privs: rights } }
    const weak = await makeSession(db, await makeAdmin(db, { vno, privileges: creator }))
    const id = await makeRole(db, vno, {})
    for (const privileges of all) {
      const given = privileges['role-admin-vno']?.privs
      if (given?.['role-admin-vno_create'] || given?.['role-admin-vno_edit']) continue
      refusedWith(await create({ name: 'De más', privileges }, weak), 403, 'PRIVILEGE_ESCALATION')
      refusedWith(await edit({ id, privileges }, weak), 403, 'PRIVILEGE_ESCALATION')
    }
    const { rows } = await db.owner.query('select 1 from role where name = $1', ['De más'])
    assert.equal(rows.length, 0)
    const own = await create({ name: 'Como yo', privileges: creator }, weak)
    assert.equal(own.status, 200, own.text)
  })

  it('S6 nor indirectly: by a copy, a base, a side, a disabled role, the own role', async () => {
    const privileges = { 'role-admin-vno': defaultPrivileges('adminVNO')['role-admin-vno'] ?? { privs: {} } }
    const account = await makeAdmin(db, { vno, privileges, base: 'vno' })
    const weak = await makeSession(db, account)
    const escalation = async (answer: ReturnType<typeof call>) => refusedWith(await answer, 403, 'PRIVILEGE_ESCALATION')
    await escalation(create({ name: 'Copia', from_id: await systemRole(db, 'va') }, weak))
    await escalation(create({ name: 'Copia', base: 'adminVNO' }, weak))
    await escalation(create({ name: 'Copia', base: 'admin' }))
    await escalation(create({ name: 'Copia', scope: 'neutral' }))
    await escalation(create({ name: 'Copia', privileges: { role: { privs: { role_edit: true } } } }))
    const off = await makeRole(db, vno, {}, { status: 2 })
    await escalation(edit({ id: off, privileges: seeEvents }, weak))
    const strong = await makeRole(db, vno, seeEvents, { status: 2 })
    await escalation(edit({ id: strong, status: 1 }, weak))
    await escalation(edit({ id: account.role_id, privileges: { ...privileges, ...seeEvents } }, weak))
    refusedWith(await create({ name: 'Copia', vno_id: twin.id }, weak), 422, 'VALIDATION')
    // Privileges given by a stronger administrator may stay; none are added.
    const kept = await makeRole(db, vno, seeEvents)
    assert.equal((await edit({ id: kept, name: 'Otro nombre', privileges: seeEvents }, weak)).status, 200)
    await escalation(edit({ id: kept, privileges: { event: { privs: { event_view: true, event_edit: true } } } }, weak))
  })

  it("the neutral operator gives an operator's role no neutral privilege, and names the operator", async () => {
    refusedWith(await create({ name: 'Sin dueño', scope: 'vno' }, neutral), 422, 'VALIDATION')
    refusedWith(await create({ name: 'De nadie', vno_id: 2 ** 30 }, neutral), 404, 'NOT_FOUND')
    refusedWith(await create({ name: 'Mal', vno_id: vno.id, scope: 'neutral' }, neutral), 422, 'VALIDATION')
    const role = { privs: { role_edit: true } }
    refusedWith(await create({ name: 'Mal', vno_id: vno.id, privileges: { role } }, neutral), 422, 'VALIDATION')
    const theirs = await create({ name: 'De fuera', vno_id: vno.id, from_id: await systemRole(db, 'vno') }, neutral)
    assert.deepEqual([theirs.record.vno_id, theirs.record.scope], [vno.id, 'vno'])
    const own = await create({ name: 'Inventario', privileges: { cto: { privs: { cto_edit: true } } } }, neutral)
    assert.deepEqual([own.record.scope, own.record.base, own.record.vno_id], ['neutral', 'admin', null])
  })

  it('each side has its own privilege', async () => {
    const only = async (area: 'role' | 'role-admin-vno') => {
      const privileges = { [area]: defaultPrivileges('admin')[area] ?? { privs: {} } }
      return await makeSession(db, await makeOperator(db, { privileges }))
    }
    const [network, operators] = [await only('role'), await only('role-admin-vno')]
    const scopes = async (as: TestSession) =>
      [...new Set((await call('admin_vno/roles/get', { limit: 200 }, as)).records.map(({ scope }) => scope))].sort()
    assert.deepEqual(await scopes(network), ['neutral'])
    assert.deepEqual(await scopes(operators), ['vno'])
    refusedWith(await create({ name: 'Mal', vno_id: vno.id }, network), 403, 'PRIVILEGE_DENIED')
    refusedWith(await create({ name: 'Mal' }, operators), 403, 'PRIVILEGE_DENIED')
    refusedWith(await edit({ id: await makeRole(db, null, {}), name: 'Mal' }, operators), 403, 'PRIVILEGE_DENIED')
    refusedWith(await remove({ id: await makeRole(db, vno, {}) }, network), 403, 'PRIVILEGE_DENIED')
    // A privilege for the neutral operator has no effect on an operator's people.
    const account = await makeAdmin(db, { vno, privileges: { role: { privs: { role_view: true, role_edit: true } } } })
    const odd = await makeSession(db, account)
    assert.deepEqual((await call('admin_vno/roles/get', {}, odd)).records, [])
    refusedWith(await edit({ id: await makeRole(db, vno, {}), name: 'Mal' }, odd), 403, 'PRIVILEGE_DENIED')
  })

  it('system roles cannot be edited or deleted', async () => {
    for (const [key, as] of [
      ['va', session],
      ['admin', neutral],
      ['technician', neutral],
    ] as const) {
      const id = await systemRole(db, key)
      refusedWith(await edit({ id, name: 'Otro' }, as), 409, 'ROLE_SYSTEM')
      refusedWith(await remove({ id }, as), 409, 'ROLE_SYSTEM')
    }
    await assert.rejects(
      db.app.query(
        `begin; set local app.scope = 'all'; insert into role (key, name, scope, base, system) values ('x', 'xx', 'vno', 'vno', true)`,
      ),
      /row-level security/,
    )
  })

  it('unknown privilege names are refused, and nothing is stored', async () => {
    for (const privileges of [
      { nothing: { privs: {} } },
      { event: { privs: { port_view: true } } },
      { event: { privs: {}, sub_items: { resolve: { privs: { resolve_edit: true } } } } },
      { event: { privs: { event_view: 1 } } },
      { event_view: { privs: {} } },
    ])
      refusedWith(await create({ name: 'Nombre malo', privileges }), 422, 'VALIDATION')
    assert.deepEqual((await call('admin_vno/roles/get', { search: 'nombre malo' })).records, [])
  })

  it('S6 a change of a role applies to the next request, and reloads no other session', async () => {
    const privileges = { event: { privs: { event_view: true } }, port: { privs: { port_view: true } } }
    const account = await makeAdmin(db, { vno, privileges })
    const his = await makeSession(db, account)
    const times = 'select expires_at, revoked_at, created_at from session where id = $1'
    const state = async () => (await db.owner.query<object>(times, [his.id])).rows[0]
    const sessionBefore = await state()
    assert.equal((await server.call('admin_vno/ports/get', {}, { session: his })).status, 200)
    assert.equal((await edit({ id: account.role_id, privileges: seeEvents })).status, 200)
    assert.equal((await server.call('admin_vno/ports/get', {}, { session: his })).status, 403)
    assert.equal((await server.call('admin_vno/events/get', {}, { session: his })).status, 200)
    assert.equal((await edit({ id: account.role_id, status: 2 })).status, 200)
    assert.equal((await server.call('admin_vno/events/get', {}, { session: his })).status, 403)
    assert.equal((await edit({ id: account.role_id, status: 1, privileges })).status, 200)
    assert.equal((await server.call('admin_vno/ports/get', {}, { session: his })).status, 200)
    assert.deepEqual(await state(), sessionBefore)
  })

  it('a role with members cannot be deleted; closed accounts do not count', async () => {
    const [admins, technicians] = [await makeRole(db, vno, {}), await makeRole(db, vno, {}, { base: 'technician' })]
    const [a, t] = [await makeAdmin(db, { vno, status: 3 }), await makeTechnician(db, { vno })]
    await db.owner.query('update vno_admin_account set role_id = $2 where id = $1', [a.id, admins])
    await db.owner.query('update technical_account set role_id = $2 where id = $1', [t.id, technicians])
    for (const id of [admins, technicians]) {
      assert.equal((await call('admin_vno/roles/get', { id })).records[0]?.members_count, 1)
      refusedWith(await remove({ id }), 409, 'ROLE_IN_USE')
    }
    await db.owner.query('update vno_admin_account set status = 5 where id = $1', [a.id])
    const gone = await remove({ id: admins })
    assert.equal(gone.status, 200, gone.text)
    refusedWith(await remove({ id: admins }), 404, 'NOT_FOUND')
    const { rows } = await db.owner.query(
      'select r.key from vno_admin_account a join role r on r.id = a.role_id where a.id = $1',
      [a.id],
    )
    assert.deepEqual(rows, [{ key: 'IsClient' }])
  })

  it('the audit has the values before and after, and the download the rows of the list', async () => {
    const id = await makeRole(db, vno, {})
    await edit({ id, name: 'Con historia' })
    const { rows } = await db.owner.query<{ before: { name: string }; after: { name: string } }>(
      `select before, after from audit where entity = 'role' and entity_id = $1`,
      [String(id)],
    )
    assert.deepEqual([rows.length, rows[0]?.after.name], [1, 'Con historia'])
    const csv = await server.call('admin_vno/roles/download', { format: 'csv', search: 'con historia' }, { session })
    assert.ok(csv.text.includes('Con historia') && csv.text.split('\r\n').length === 3)
  })
})
