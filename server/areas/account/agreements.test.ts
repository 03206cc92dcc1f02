/** Agreements: which must be accepted first, and which are public. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { publishAgreement } from '../../auth/agreement.ts'
import { makeAdmin, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import { startTestServer, type Answer, type TestServer } from '../../test/harness.ts'

let server: TestServer
before(async () => void (server = await startTestServer()))
after(() => server.close())

interface Agreement {
  id: number
  kind: string
  version: number
  mandatory: boolean
  accepted_at: string | null
}
const code = ({ body }: Answer) => (body as { error?: string }).error
const inForce = async (session?: { cookie: string }) =>
  ((await server.call('agreements/get', {}, { session })).body as { records: Agreement[] }).records

async function publish(kind: string, mandatory = true): Promise<void> {
  const client = await server.db.owner.connect()
  await publishAgreement(client, { kind, title: 'Condiciones', html: '<p>Se acepta.</p>', mandatory }).finally(() =>
    client.release(),
  )
}

it('an agreement that must be accepted bars the way of every session until it is, and again with its next version', async () => {
  const vno = await makeVno(server.db)
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const ports = async () => {
    const answer = await server.call('admin_vno/ports/get', {}, { session })
    return code(answer) ?? answer.status
  }
  assert.equal(await ports(), 200, 'without agreements nothing is barred')
  await publish('terms')
  await publish('prl', false)
  assert.equal(await ports(), 'AGREEMENT_REQUIRED', 'known to a session that was there before')
  const revoke = await server.call('admin_vno/sessions/revoke', {}, { session })
  assert.deepEqual([revoke.status, code(revoke)], [403, 'AGREEMENT_REQUIRED'])
  const { host } = server.config.publicUrl
  const stream = { url: '/api/v1/stream', headers: { host, cookie: session.cookie }, payloadAsStream: true } as const
  assert.equal((await server.app.inject(stream)).statusCode, 403)
  for (const path of ['account/check_login', 'product/features/get'] as const)
    assert.equal((await server.call(path, {}, { session })).status, 200)
  assert.equal((await server.call('account/edit', { name: 'Sigue' }, { session })).status, 200)

  const [terms, prl] = await inForce(session)
  assert.deepEqual([terms?.kind, terms?.accepted_at, prl?.kind, prl?.mandatory], ['terms', null, 'prl', false])
  const accept = (id = 0, version = 1) => server.call('account/agreements/accept', { id, version }, { session })
  assert.equal(code(await accept(2_000_000_000)), 'NOT_FOUND')
  assert.equal(code(await accept(terms?.id, 2)), 'VERSION_CONFLICT')
  const [once, again] = [await accept(terms?.id), await accept(terms?.id)]
  assert.deepEqual([once.status, again.status, again.body], [200, 200, once.body])
  assert.ok((once.body as { record: Agreement }).record.accepted_at)
  assert.equal(await ports(), 200)

  await publish('terms')
  assert.equal(await ports(), 'AGREEMENT_REQUIRED')
  assert.equal(code(await accept(terms?.id, 1)), 'VERSION_CONFLICT', 'the earlier one is no longer in force')
  const [newer] = await inForce(session)
  assert.deepEqual([newer?.version, (await accept(newer?.id, 2)).status, await ports()], [2, 200, 200])
  const { rows } = await server.db.owner.query(
    'select version from agreement_acceptance c join agreement a on a.id = c.agreement_id order by 1',
  )
  assert.deepEqual(rows, [{ version: 1 }, { version: 2 }])
})

it('a stranger reads them and has accepted none', async () => {
  const records = await inForce()
  assert.ok(records.length > 0 && records.every((one) => one.accepted_at === null))
})

it('an account created by an administrator awaits approval once all are accepted', async () => {
  const account = await makeTechnician(server.db, { status: 1 })
  const session = await makeSession(server.db, account)
  const status = async () =>
    (
      await server.db.owner.query<{ status: number }>('select status from technical_account where id = $1', [
        account.id,
      ])
    ).rows[0]?.status
  await publish('privacy')
  const mandatory = (await inForce(session)).filter((one) => one.mandatory)
  assert.equal(mandatory.length, 2)
  for (const { id, version } of mandatory) {
    assert.equal(await status(), 1)
    assert.equal((await server.call('account/agreements/accept', { id, version }, { session })).status, 200)
  }
  assert.equal(await status(), 2)
  const barred = await server.call('admin_vno/events/get', {}, { session })
  assert.deepEqual([barred.status, code(barred)], [403, 'PRIVILEGE_DENIED'])
})

it('a text with anything but plain words and headings is not published', async () => {
  const client = await server.db.owner.connect()
  try {
    for (const html of [
      '<script>x</script>',
      '<p onclick="x">y</p>',
      '<a href="javascript:x">y</a>',
      '<img src=x',
      '<!-- x -->',
    ])
      await assert.rejects(
        publishAgreement(client, { kind: 'terms', title: 'Malo', html, mandatory: true }),
        /no puede llevar/,
      )
  } finally {
    client.release()
  }
})
