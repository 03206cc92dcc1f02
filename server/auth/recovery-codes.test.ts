/** Recovery codes and the last resort, over HTTP. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closedAfter } from '../test/closed-after.ts'
import { makeSession } from '../test/factories.ts'
import {
  audited,
  codesOf,
  faultOf,
  mails,
  optionsOf,
  origin,
  owner,
  startNamed,
  Visitor,
} from '../test/passkey-scene.ts'
import { awayFromEnd, quarter } from '../test/poll.ts'
import { removeSecondFactor } from './factor-removal.ts'

const server = closedAfter(await startNamed())

describe('recovery codes', () => {
  it('work once each, are stored as hashes, and their owner gets a mail', async () => {
    const { account, codes } = await owner(server)
    const text = 'select recovery_code::text as row from recovery_code where user_id = $1'
    const kept = await server.db.owner.query(text, [account.user_id])
    assert.ok(!JSON.stringify(kept.rows).includes(codes[0] ?? '-'))
    const visitor = new Visitor(server)
    const use = async (code: string) => visitor.post(await visitor.enter(account), { act: 'code', code })
    const [code = ''] = codes
    const page = await use(code.toLowerCase().replaceAll('-', ' '))
    assert.match(page.url.pathname, /llave-nueva$/, 'another passkey is offered')
    const session = await visitor.complete(await visitor.post(page, { act: 'later' }))
    assert.equal((await server.done('account/passkeys/get', {}, session)).recovery_codes, 9)
    const again = await use(code)
    assert.equal(again.status, 422)
    assert.match(faultOf(again) ?? '', /ya se ha usado/)
    assert.deepEqual(await mails(server, account.email), ['passkey_added', 'recovery_used'])
    assert.deepEqual(await audited(server, account.user_id), ['account/passkeys/add', 'account/recovery_codes/use'])
  })

  it('of one person open no other’s account, and none without the password', async () => {
    const [mine, theirs] = [await owner(server), await owner(server)]
    const visitor = new Visitor(server)
    const page = await visitor.enter(theirs.account)
    assert.equal((await visitor.post(page, { act: 'code', code: mine.codes[0] ?? '' })).status, 422)
    const other = new Visitor(server)
    const start = await other.start()
    const first = await other.browser.ask(`${origin}${start.url.pathname}/llave`)
    assert.equal((await other.post(first, { act: 'code', code: theirs.codes[0] ?? '' })).status, 422)
  })

  it('ten tries in a quarter of an hour, from anywhere; then even the right one has to wait', async () => {
    const { account, codes } = await owner(server)
    const wrong = 'AAAAA-BBBBB-CCCCC'
    await awayFromEnd(quarter)
    for (let tries = 0; tries < 10; tries++) {
      const visitor = new Visitor(server)
      assert.equal((await visitor.post(await visitor.enter(account), { act: 'code', code: wrong })).status, 422)
    }
    const visitor = new Visitor(server)
    const page = await visitor.post(await visitor.enter(account), { act: 'code', code: codes[0] ?? '' })
    assert.equal(page.status, 429)
    assert.ok(Number(page.headers.get('retry-after')) > 0)
  })

  it('are regenerated at the issuer, and the earlier ones are void', async () => {
    const { account, key, codes } = await owner(server)
    const visitor = new Visitor(server)
    let page = await visitor.enter(account, true)
    page = await visitor.post(page, { response: key.sign(optionsOf(page)) })
    const renewed = await visitor.post(page, { act: 'codes' })
    const fresh = codesOf(renewed)
    assert.equal(new Set([...fresh, ...codes]).size, 20)
    const use = async (code = '') => visitor.post(await visitor.enter(account), { act: 'code', code })
    assert.equal((await use(codes[1])).status, 422)
    assert.match((await use(fresh[1])).url.pathname, /llave-nueva$/)
    assert.deepEqual(await mails(server, account.email), ['passkey_added', 'recovery_renewed', 'recovery_used'])
  })
})

it('the installation’s administrator removes a lost second factor, with a mail to its owner', async () => {
  const { account } = await owner(server)
  const session = await makeSession(server.db, account)
  const client = await server.db.owner.connect()
  try {
    await client.query("select set_config('app.scope', 'all', false)")
    assert.equal(await removeSecondFactor(client, account.email.toUpperCase()), 1)
    assert.equal(await removeSecondFactor(client, account.email), 0)
    assert.equal(await removeSecondFactor(client, 'nadie@prueba.test'), null)
  } finally {
    client.release()
  }
  assert.equal((await server.call('account/get', {}, { session })).status, 401)
  assert.deepEqual(await mails(server, account.email), ['passkey_added', 'passkey_removed'])
  const text = `select actor_id, channel from audit where call = 'account/passkeys/delete' and entity_id = $1`
  const traces = await server.db.owner.query(text, [String(account.user_id)])
  assert.deepEqual(traces.rows, [{ actor_id: null, channel: 'admin' }])
  const visitor = new Visitor(server)
  await visitor.complete(await visitor.enter(account))
})
