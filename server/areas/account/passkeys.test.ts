/** Calls on the own passkeys. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeAdmin, makeSession, type Vno } from '../../test/factories.ts'
import type { TestServer } from '../../test/harness.ts'
import { mails, owner, password, startNamed, Visitor, withPassword } from '../../test/passkey-scene.ts'

let server: TestServer
before(async () => {
  server = await startNamed()
})
after(() => server.close())

const person = async () => makeAdmin(server.db, await withPassword())
const vnoOf = async ({ vno_id }: { vno_id: number | null }) => {
  const { rows } = await server.db.owner.query<Vno>('select id, name, external_id from vno where id = $1', [vno_id])
  return rows[0] as Vno
}

describe('one’s own passkeys', () => {
  it('are listed, named and removed with the password; without any, the password is enough again', async () => {
    const { account } = await owner(server)
    const session = await makeSession(server.db, account)
    const other = await makeSession(server.db, account)
    const list = async () => (await server.call('account/passkeys/get', {}, { session })).body as { records: { id: number; name: string }[]; available: boolean; required: boolean } // prettier-ignore
    const { records, available, required } = await list()
    const id = records[0]?.id
    assert.deepEqual([records.length, records[0]?.name, available, required], [1, 'Portátil', true, false])
    assert.equal((await server.call('account/passkeys/edit', { id, name: 'Casa' }, { session })).status, 200)
    assert.equal((await list()).records[0]?.name, 'Casa')
    const drop = (query: object) => server.call('account/passkeys/delete', { id, ...query }, { session })
    for (const query of [{}, { current_pwd: 'otra clave bien larga' }]) assert.equal((await drop(query)).status, 422)
    assert.equal((await drop({ current_pwd: password })).status, 200)
    assert.equal((await server.call('account/get', {}, { session: other })).status, 401)
    const left = await server.db.owner.query('select 1 from recovery_code where user_id = $1', [account.user_id])
    assert.equal(left.rowCount, 0)
    assert.deepEqual(await mails(server, account.email), ['passkey_added', 'passkey_removed'])
    const visitor = new Visitor(server)
    await visitor.complete(await visitor.enter(account))
  })

  it('S2 another person’s are like missing ones', async () => {
    const { account } = await owner(server)
    const { rows } = await server.db.owner.query<{ id: number }>('select id from passkey where user_id = $1', [
      account.user_id,
    ])
    const session = await makeSession(server.db, await person())
    const id = rows[0]?.id
    assert.equal((await server.call('account/passkeys/edit', { id, name: 'Mía' }, { session })).status, 404)
    const query = { id, current_pwd: password }
    assert.equal((await server.call('account/passkeys/delete', query, { session })).status, 404)
  })

  it('stay when the password is reset, travel in one’s own data, and go with the person', async () => {
    const { account, key } = await owner(server)
    await makeAdmin(server.db, { vno: await vnoOf(account) })
    const session = await makeSession(server.db, account)
    const { body } = await server.call('account/export', {}, { session })
    const { record } = body as { record: { passkeys: { name: string }[]; recovery_codes: number } }
    assert.deepEqual([record.passkeys.map(({ name }) => name), record.recovery_codes], [['Portátil'], 10])
    assert.ok(!JSON.stringify(body).includes(key.id))
    await server.db.owner.query('update app_user set password_hash = $2 where id = $1', [account.user_id, (await withPassword()).passwordHash]) // prettier-ignore
    assert.match((await new Visitor(server).enter(account)).url.pathname, /llave$/)
    assert.equal((await server.call('account/delete', { pwd: password }, { session })).status, 200)
    for (const table of ['passkey', 'recovery_code', 'login_step']) {
      const { rowCount } = await server.db.owner.query(`select 1 from ${table} where user_id = $1`, [account.user_id])
      assert.equal(rowCount, 0, table)
    }
  })
})
