/** Agreements: which must be accepted first, and which are public. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { publishAgreement } from '../../auth/agreement.ts'
import { codeOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'

const server = closedAfter(await startTestServer())

const accepting = 'account/agreements/accept'
const inForce = async (session?: { cookie: string }) => (await server.done('agreements/get', {}, session)).records

async function publish(kind: string, mandatory = true): Promise<void> {
  const client = await server.db.owner.connect()
  const agreement = { kind, title: 'Condiciones', html: '<p>Se acepta.</p>', mandatory }
  await publishAgreement(client, agreement).finally(() => client.release())
}

it('an agreement that must be accepted bars the way of every session until it is, and again with its next version', async () => {
  const vno = await makeVno(server.db)
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const ports = async () => {
    const answer = await server.call('admin_vno/ports/get', {}, { session })
    return codeOf(answer) ?? answer.status
  }
  assert.equal(await ports(), 200, 'without agreements nothing is barred')
  await publish('terms')
  await publish('prl', false)
  assert.equal(await ports(), 'AGREEMENT_REQUIRED', 'known to a session that was there before')
  const revoke = await server.call('admin_vno/sessions/revoke', {}, { session })
  assert.deepEqual(refusalOf(revoke), [403, 'AGREEMENT_REQUIRED'])
  const { host } = server.config.publicUrl
  const stream = { url: '/api/v1/stream', headers: { host, cookie: session.cookie }, payloadAsStream: true } as const
  assert.equal((await server.app.inject(stream)).statusCode, 403)
  for (const path of ['account/check_login', 'product/features/get'] as const) await server.done(path, {}, session)
  await server.done('account/edit', { name: 'Sigue' }, session)

  const [terms, prl] = await inForce(session)
  assert.deepEqual([terms?.kind, terms?.accepted_at, prl?.kind, prl?.mandatory], ['terms', null, 'prl', false])
  const refused = async (id = 0, version = 1) => codeOf(await server.call(accepting, { id, version }, { session }))
  assert.equal(await refused(2_000_000_000), 'NOT_FOUND')
  assert.equal(await refused(terms?.id, 2), 'VERSION_CONFLICT')
  const accept = (version: number, id = terms?.id) => server.done(accepting, { id, version }, session)
  const once = await accept(1)
  assert.deepEqual(await accept(1), once)
  assert.ok(once.record.accepted_at)
  assert.equal(await ports(), 200)

  await publish('terms')
  assert.equal(await ports(), 'AGREEMENT_REQUIRED')
  assert.equal(await refused(terms?.id, 1), 'VERSION_CONFLICT', 'the earlier one is no longer in force')
  const [newer] = await inForce(session)
  await accept(2, newer?.id)
  assert.deepEqual([newer?.version, await ports()], [2, 200])
  const accepted = 'select version from agreement_acceptance c join agreement a on a.id = c.agreement_id order by 1'
  assert.deepEqual(await server.rows(accepted), [{ version: 1 }, { version: 2 }])
})

it('a stranger reads them and has accepted none', async () => {
  const records = await inForce()
  assert.ok(records.length > 0 && records.every((one) => one.accepted_at === null))
})

it('an account created by an administrator awaits approval once all are accepted', async () => {
  const account = await makeTechnician(server.db, { status: 1 })
  const session = await makeSession(server.db, account)
  const status = async () =>
    (await server.rows('select status from technical_account where id = $1', account.id))[0]?.['status']
  await publish('privacy')
  const mandatory = (await inForce(session)).filter((one) => one.mandatory)
  assert.equal(mandatory.length, 2)
  for (const { id, version } of mandatory) {
    assert.equal(await status(), 1)
    await server.done(accepting, { id, version }, session)
  }
  assert.equal(await status(), 2)
  assert.deepEqual(refusalOf(await server.call('admin_vno/events/get', {}, { session })), [403, 'PRIVILEGE_DENIED'])
})

it('a text with anything but plain words and headings is not published', async () => {
  const client = await server.db.owner.connect()
  try {
    const bad = [
      '<script>x</script>',
      '<p onclick="x">y</p>',
      '<a href="javascript:x">y</a>',
      '<img src=x',
      '<!-- x -->',
    ]
    for (const html of bad) {
      const published = publishAgreement(client, { kind: 'terms', title: 'Malo', html, mandatory: true })
      await assert.rejects(published, /no puede llevar/)
    }
  } finally {
    client.release()
  }
})
