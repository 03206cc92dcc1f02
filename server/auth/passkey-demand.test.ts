/** A setting of the neutral operator requires passkeys of administrators: without one there is no access. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closedAfter } from '../test/closed-after.ts'
import { codeOf, columnsOf } from '../test/answers.ts'
import { patient } from '../kernel/patience.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician } from '../test/factories.ts'
import { startTestServer } from '../test/harness.ts'
import { enroll, faultOf, owner, startNamed, Visitor, withPassword } from '../test/passkey-scene.ts'
import { atRedirect } from './test-browser.ts'

const server = closedAfter(await startNamed())
const neutral = await makeSession(server.db, await makeOperator(server.db))

const ports = async (session: { cookie: string; bearer?: string }, headers = {}) => {
  const answer = await server.call('admin_vno/ports/get', {}, { session, headers })
  return codeOf(answer) ?? answer.status
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
    const answers = await Promise.all([admin, technician, kept, operator].map((one) => ports(one)))
    assert.deepEqual(answers, ['PASSKEY_REQUIRED', 200, 200, 200])
    const headers = { host: 'localhost:3000', cookie: admin.cookie }
    const signal = AbortSignal.timeout(patient(5000))
    const stream = await server.app.inject({ url: '/api/v1/stream', headers, signal })
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
    const account = await makeAdmin(server.db)
    const query = { name: 'Sistema', role_id: account.role_id }
    const made = await server.done('admin_vno/apikeys/create', query, await makeSession(server.db, account))
    await demanded('operator_admins', 'neutral_admins')
    assert.equal(await ports({ cookie: '', bearer: made.record.key ?? '' }), 200)
    await server.db.owner.query('delete from setting')
  })

  it('is set with the privilege over the neutral operator’s administrators', async () => {
    const admin = await makeSession(server.db, await makeAdmin(server.db))
    assert.equal(codeOf(await demand(['operator_admins'], {}, admin)), 'PRIVILEGE_DENIED')
    for (const wrong of [['all'], 'neutral_admins', ['neutral_admins', 'neutral_admins']])
      assert.equal((await demand(wrong as string[])).status, 422, JSON.stringify(wrong))
  })
})

it('has no effect where passkeys are impossible', async () => {
  const plain = await startTestServer()
  try {
    await plain.db.owner.query(`insert into setting (chosen) values ('{"passkey_for": ["operator_admins"]}')`)
    const session = await makeSession(plain.db, await makeAdmin(plain.db))
    await plain.done('admin_vno/ports/get', {}, session)
    const found = await plain.done('account/passkeys/get', {}, session)
    assert.deepEqual(columnsOf([found], 'available', 'required'), [[false, false]])
  } finally {
    await plain.close()
  }
})
