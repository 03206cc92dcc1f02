/** Calls on the own passkeys. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, type Vno } from '../../test/factories.ts'
import { mails, owner, password, startNamed, Visitor, withPassword } from '../../test/passkey-scene.ts'

const server = closedAfter(await startNamed())

const person = async () => makeAdmin(server.db, await withPassword())
const edit = 'account/passkeys/edit'
const remove = 'account/passkeys/delete'

describe('one’s own passkeys', () => {
  it('are listed, named and removed with the password; without any, the password is enough again', async () => {
    const { account } = await owner(server)
    const session = await makeSession(server.db, account)
    const other = await makeSession(server.db, account)
    const list = () => server.done('account/passkeys/get', {}, session)
    const { records, available, required } = await list()
    const id = records[0]?.id
    assert.deepEqual([records.length, records[0]?.name, available, required], [1, 'Portátil', true, false])
    await server.done(edit, { id, name: 'Casa' }, session)
    assert.equal((await list()).records[0]?.name, 'Casa')
    for (const query of [{ id }, { id, current_pwd: 'otra clave bien larga' }])
      assert.equal((await server.call(remove, query, { session })).status, 422)
    await server.done(remove, { id, current_pwd: password }, session)
    assert.equal((await server.call('account/get', {}, { session: other })).status, 401)
    assert.deepEqual(await server.rows('select from recovery_code where user_id = $1', account.user_id), [])
    assert.deepEqual(await mails(server, account.email), ['passkey_added', 'passkey_removed'])
    const visitor = new Visitor(server)
    await visitor.complete(await visitor.enter(account))
  })

  it('S2 another person’s are like missing ones', async () => {
    const { account } = await owner(server)
    const [key] = await server.rows('select id from passkey where user_id = $1', account.user_id)
    const session = await makeSession(server.db, await person())
    assert.equal((await server.call(edit, { ...key, name: 'Mía' }, { session })).status, 404)
    assert.equal((await server.call(remove, { ...key, current_pwd: password }, { session })).status, 404)
  })

  it('an outdated change or removal is refused', async () => {
    const { account } = await owner(server)
    const session = await makeSession(server.db, account)
    const [key] = (await server.done('account/passkeys/get', {}, session)).records
    const outdated = { id: key?.id, version: key?.version }
    await server.done(edit, { ...outdated, name: 'Casa' }, session)
    for (const [path, over] of [
      [edit, { name: 'Otra' }],
      [remove, { current_pwd: password }],
    ] as const)
      assert.deepEqual(refusalOf(await server.call(path, { ...outdated, ...over }, { session })), [
        409,
        'VERSION_CONFLICT',
      ])
  })

  it('stay when the password is reset, travel in one’s own data, and go with the person', async () => {
    const { account, key } = await owner(server)
    const { user_id } = account
    const [vno] = await server.rows<Vno>('select id, name, external_id from vno where id = $1', account.vno_id)
    await makeAdmin(server.db, vno && { vno })
    const session = await makeSession(server.db, account)
    const exported = await server.done('account/export', {}, session)
    const { passkeys, recovery_codes } = exported.record
    assert.deepEqual([columnOf(passkeys, 'name'), recovery_codes], [['Portátil'], 10])
    assert.ok(!JSON.stringify(exported).includes(key.id))
    const { passwordHash } = await withPassword()
    await server.rows('update app_user set password_hash = $2 where id = $1', user_id, passwordHash)
    assert.match((await new Visitor(server).enter(account)).url.pathname, /llave$/)
    await server.done('account/delete', { pwd: password }, session)
    for (const table of ['passkey', 'recovery_code', 'login_step'])
      assert.deepEqual(await server.rows(`select from ${table} where user_id = $1`, user_id), [], table)
  })
})
