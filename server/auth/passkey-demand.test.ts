/** A setting of the neutral operator requires passkeys of administrators: without one there is no access. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeAdmin, makeOperator, makeSession, makeTechnician, type TestSession } from '../test/factories.ts'
import { startTestServer, type TestServer } from '../test/harness.ts'
import { enroll, faultOf, owner, startNamed, Visitor, withPassword } from '../test/passkey-scene.ts'
import { atRedirect } from './test-browser.ts'

let server: TestServer
let neutral: TestSession
before(async () => {
  server = await startNamed()
  neutral = await makeSession(server.db, await makeOperator(server.db))
})
after(() => server.close())

const ports = async (session: { cookie: string; bearer?: string }, headers = {}) => {
  const { status, body } = await server.call('admin_vno/ports/get', {}, { session, headers })
  return status === 200 ? 200 : (body as { error: string }).error
}
const demand = async (whose: string[] | null, more: object = {}, session = neutral) =>
  server.call('admin_vno/settings/edit', { values: { passkey_for: whose }, ...more }, { session })
const demanded = async (...whose: string[]) => {
  const answer = await demand(whose)
  assert.equal(answer.status, 200, answer.text)
}

describe('a demanded passkey', () => {
  it('blocks existing sessions of those concerned, and no others, until a passkey is registered', async () => {
    const account = await makeAdmin(server.db, await withPassword())
    const [admin, technician] = [
      await makeSession(server.db, account),
      await makeSession(server.db, await makeTechnician(server.db)),
    ]
    const keeper = await owner(server)
    const kept = await makeSession(server.db, keeper.account)
    const operator = await makeSession(server.db, await makeOperator(server.db))
    for (const session of [admin, technician, kept, operator]) assert.equal(await ports(session), 200)
    await demanded('operator_admins')
    assert.deepEqual(await Promise.all([admin, technician, kept, operator].map((one) => ports(one))), [
      'PASSKEY_REQUIRED',
      200,
      200,
      200,
    ])
    const stream = await server.app.inject({
      url: '/api/v1/stream',
      headers: { host: 'localhost:3000', cookie: admin.cookie },
    })
    assert.equal(stream.json<{ error: string }>().error, 'PASSKEY_REQUIRED')
    assert.equal((await server.call('account/passkeys/get', {}, { session: admin })).status, 200)
    const native = await makeSession(server.db, account, { channel: 'android', install_id: 'movil' })
    const bearer = { cookie: '', bearer: native.token }
    assert.equal(await ports(bearer, { apiaf: 'android/1.0.19/movil' }), 'PASSKEY_REQUIRED')
    await enroll(server, account)
    assert.equal(await ports(await makeSession(server.db, account)), 200)
    await demanded()
    const free = await makeSession(server.db, await makeAdmin(server.db))
    assert.equal(await ports(free), 200)
  })

  it('can be required of the neutral operator’s own administrators, and of a single operator', async () => {
    const account = await makeOperator(server.db)
    const other = await makeSession(server.db, account)
    await demanded('neutral_admins')
    assert.deepEqual([await ports(other), await ports(neutral)], ['PASSKEY_REQUIRED', 'PASSKEY_REQUIRED'])
    await server.db.owner.query('delete from setting')
    assert.equal(await ports(neutral), 200)
    const [one, two] = [await makeAdmin(server.db), await makeAdmin(server.db)]
    const sessions = [await makeSession(server.db, one), await makeSession(server.db, two)]
    assert.equal((await demand(['operator_admins'], { vno_id: one.vno_id })).status, 200)
    assert.deepEqual(await Promise.all(sessions.map((session) => ports(session))), ['PASSKEY_REQUIRED', 200])
    await server.db.owner.query('delete from setting')
  })

  it('leads to making one before the sign-in is complete, and cannot be put off', async () => {
    await demanded('operator_admins')
    const account = await makeAdmin(server.db, await withPassword())
    const visitor = new Visitor(server)
    const page = await visitor.enter(account)
    assert.match(page.url.pathname, /llave-nueva$/)
    const later = await visitor.post(page, { act: 'later' })
    assert.equal(later.status, 422)
    assert.match(faultOf(later) ?? '', /pide una llave/)
    const { account: keeper } = await enroll(server, account)
    assert.equal(keeper.id, account.id)
    await demanded()
    const free = await new Visitor(server).enter(await makeAdmin(server.db, await withPassword()))
    assert.ok(atRedirect(free.url))
  })

  it('applies again when the last passkey is removed, and to new administrators', async () => {
    const { account } = await owner(server)
    await demanded('operator_admins')
    const session = await makeSession(server.db, account)
    assert.equal(await ports(session), 200)
    await server.db.owner.query('delete from passkey where user_id = $1', [account.user_id])
    assert.equal(await ports(session), 'PASSKEY_REQUIRED')
    assert.equal(await ports(await makeSession(server.db, await makeAdmin(server.db))), 'PASSKEY_REQUIRED')
    await demanded()
  })

  it('does not affect API keys', async () => {
    const admin = await makeSession(server.db, await makeAdmin(server.db))
    const role = await server.db.owner.query<{ id: number }>(
      `select r.id from role r join vno_admin_account a on a.role_id = r.id join session s on s.account_id = a.id where s.id = $1`,
      [admin.id],
    )
    const query = { name: 'Sistema', role_id: role.rows[0]?.id }
    const made = await server.call('admin_vno/apikeys/create', query, { session: admin })
    assert.equal(made.status, 200, made.text)
    const { key } = (made.body as { record: { key: string } }).record
    await demanded('operator_admins', 'neutral_admins')
    assert.equal(await ports({ cookie: '', bearer: key }), 200)
    await server.db.owner.query('delete from setting')
  })

  it('is set with the privilege over the neutral operator’s administrators', async () => {
    const admin = await makeSession(server.db, await makeAdmin(server.db))
    const answer = await demand(['operator_admins'], {}, admin)
    assert.equal((answer.body as { error: string }).error, 'PRIVILEGE_DENIED')
    for (const wrong of [['all'], 'neutral_admins', ['neutral_admins', 'neutral_admins']])
      assert.equal((await demand(wrong as string[])).status, 422, JSON.stringify(wrong))
  })
})

it('has no effect where passkeys are impossible', async () => {
  const plain = await startTestServer()
  try {
    await plain.db.owner.query(`insert into setting (chosen) values ('{"passkey_for": ["operator_admins"]}')`)
    const session = await makeSession(plain.db, await makeAdmin(plain.db))
    assert.equal((await plain.call('admin_vno/ports/get', {}, { session })).status, 200)
    const { body } = await plain.call('account/passkeys/get', {}, { session })
    const { available, required } = body as { available: boolean; required: boolean }
    assert.deepEqual([available, required], [false, false])
  } finally {
    await plain.close()
  }
})
