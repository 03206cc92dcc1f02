/** Invitations through the API: sent, resent, edited, withdrawn, used. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createHash } from 'node:crypto'
import type { Output, Path } from '@hilo/contract/index.ts'
import type { Privileges } from '@hilo/domain/privilege.ts'
import { endInvitations } from '../../../people/invite.ts'
import { codeOf, columnOf, columnsOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, unique } from '../../../test/factories.ts'
import type { TestSession } from '../../../test/factories.ts'
import { makeInvitation } from '../../../test/people-factories.ts'
import { makeRole } from '../../../test/rights-factories.ts'
import { startTestServer, type Answer } from '../../../test/harness.ts'

type Invitation = Output<'admin_vno/invitations/send'>['record']
const address = () => `${unique().toLowerCase()}@prueba.test`
const record = ({ body }: Answer) => (body as { record: Invitation }).record

describe('invitations', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const boss = await makeAdmin(server.db, { vno })
  const session = await makeSession(server.db, boss)
  const operator = await makeOperator(server.db)
  const neutral = await makeSession(server.db, operator)
  const role = {
    technician: await makeRole(server.db, vno, {}, { base: 'technician' }),
    admin: await makeRole(server.db, vno, {}),
    neutral: operator.role_id,
  }
  const call = (name: string, query: object, by = session) =>
    server.call(`admin_vno/invitations/${name}` as Path, query, { session: by })
  const listed = async (query: object) => (await server.done('admin_vno/invitations/get', query, session)).records
  const send = (query: object, by?: TestSession) => call('send', query, by)
  /** Moves the sending into the past. */
  const age = (id: number, seconds: number) =>
    server.db.owner.query(
      'update invitation set last_sent_at = last_sent_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2) where id = $1',
      [id, seconds],
    )
  const rows = async <T>(text: string, value: unknown) => (await server.db.owner.query(text, [value])).rows as T[]
  const tokens = async (email: string) => {
    const mails = await rows<{ body: string }>('select body from mail where recipient = $1 order by id', email)
    return mails.map(({ body }) => /token=([\w-]{43})/.exec(body)?.[1] ?? '')
  }
  const hashOf = async (id: number) =>
    (await rows<{ hash: string }>(`select encode(token_hash, 'hex') as hash from invitation where id = $1`, id))[0]
      ?.hash
  const sha = (token: string) => createHash('sha256').update(token).digest('hex')
  const signUp = (token: string, email: string) =>
    server.call('account/signup', {
      name: 'Nuria Cano',
      email,
      tax_id: '12345678Z',
      phone: '+34600112233',
      pwd: 'jazmín-tejado-siete-9',
      account_type: 'te',
      invitation_token: token,
    })

  it('an invitation travels by mail only: its token is stored as a hash', async () => {
    const email = address()
    const asked = { email: email.toUpperCase(), name: 'Nuria', role_id: role.technician, zones: ['46250'] }
    const answer = await send({ kind: 'technician', ...asked })
    assert.equal(answer.status, 200, answer.text)
    assert.equal((answer.body as { result_flag: number }).result_flag, 1)
    const sent = record(answer)
    assert.deepEqual(
      [sent.email, sent.state, sent.sent_count, sent.zones, sent.vno_id],
      [email, 1, 1, ['46250'], vno.id],
    )
    assert.ok(Math.abs(Date.parse(sent.expires_at) - Date.parse(sent.last_sent_at) - 7 * 86_400_000) < 1000)
    const [token = ''] = await tokens(email)
    assert.equal(await hashOf(sent.id), sha(token))
    assert.ok(!answer.text.includes(token))
  })

  it('another link kills the one before, a minute later at the soonest and five in all', async () => {
    const email = address()
    const { id } = record(await send({ kind: 'admin', email, role_id: role.admin }))
    const early = await send({ id })
    assert.equal(codeOf(early), 'RATE_LIMITED')
    const wait = Number(early.headers['retry-after'])
    assert.ok(wait > 0 && wait <= 60)
    for (let sent = 2; sent <= 5; sent++) {
      await age(id, 61)
      const again = sent % 2 ? { id } : { kind: 'admin', email, role_id: role.admin }
      assert.equal(record(await send(again)).sent_count, sent)
    }
    const all = await tokens(email)
    assert.equal(new Set(all).size, 5)
    assert.equal(await hashOf(id), sha(all.at(-1) ?? ''))
    await age(id, 61)
    const last = await send({ id })
    assert.equal(codeOf(last), 'RATE_LIMITED')
    assert.ok(Number(last.headers['retry-after']) > 86_400)
  })

  it('S22 an address with an account is invited like any other, and gains nothing', async () => {
    const [known, unknown] = [boss.email, address()]
    const shape = async (email: string) => {
      const answer = await send({ kind: 'admin', email, role_id: role.admin })
      return [answer.status, Object.entries(record(answer)).map(([key, value]) => [key, value === null])]
    }
    assert.deepEqual(await shape(known), await shape(unknown))
    assert.deepEqual([(await tokens(known)).length, (await tokens(unknown)).length], [1, 1])
    const text = 'select role_id, status from vno_admin_account where user_id = $1'
    const { rows } = await server.db.owner.query(text, [boss.user_id])
    assert.deepEqual(rows, [{ role_id: boss.role_id, status: 4 }])
  })

  it('of two concurrent invitations to one address one is sent', async () => {
    const email = address()
    const answers = await Promise.all(
      [role.admin, await makeRole(server.db, vno, {})].map((role_id) => send({ kind: 'admin', email, role_id })),
    )
    assert.deepEqual(answers.map(codeOf).toSorted(), ['ALREADY_EXISTS', undefined])
    assert.equal((await tokens(email)).length, 1)
  })

  it('only an open one is changed, and once withdrawn it stays so', async () => {
    const email = address()
    const { id, version } = record(await send({ kind: 'technician', email, role_id: role.technician }))
    const edited = record(await call('edit', { id, version, name: 'Otra Persona', zones: ['28079'] }))
    assert.deepEqual([edited.name, edited.zones, edited.version], ['Otra Persona', ['28079'], version + 1])
    const stale = await call('edit', { id, version, name: 'X' })
    assert.equal(codeOf(stale), 'VERSION_CONFLICT')
    assert.equal(record(stale).name, 'Otra Persona')
    const withdrawn = record(await call('delete', { id, reason: 'Ya no viene' }))
    assert.deepEqual([withdrawn.state, withdrawn.reason, withdrawn.disabled_by?.id], [2, 'Ya no viene', boss.user_id])
    const late = { edit: { id, name: 'X' }, delete: { id }, send: { id } }
    for (const [name, query] of Object.entries(late))
      assert.equal(codeOf(await call(name, query)), 'INVITATION_EXPIRED', name)
    const [token = ''] = await tokens(email)
    assert.equal(codeOf(await signUp(token, email)), 'INVITATION_EXPIRED')
  })

  it('another address gets another link, and the first one is dead', async () => {
    const [wrong, right] = [address(), address()]
    const { id } = record(await send({ kind: 'technician', email: wrong, role_id: role.technician }))
    assert.equal(codeOf(await call('edit', { id, email: right })), 'RATE_LIMITED')
    await age(id, 61)
    assert.equal(record(await call('edit', { id, email: right })).email, right)
    const [[first = ''], [second = '']] = [await tokens(wrong), await tokens(right)]
    assert.equal(codeOf(await signUp(first, wrong)), 'INVITATION_EXPIRED')
    assert.equal((await signUp(second, right)).status, 200)
    assert.equal(codeOf(await call('edit', { id, name: 'X' })), 'INVITATION_USED')
  })

  it('an unanswered one expires, and is unusable even before the job ran', async () => {
    const email = address()
    const { id } = record(await send({ kind: 'technician', email, role_id: role.technician }))
    await age(id, 7 * 86_400 + 1)
    assert.equal(codeOf(await send({ id })), 'INVITATION_EXPIRED')
    const [token = ''] = await tokens(email)
    assert.equal(codeOf(await signUp(token, email)), 'INVITATION_EXPIRED')
    await server.db.owner.query(endInvitations)
    assert.equal((await listed({ id }))[0]?.state, 0)
    assert.equal(record(await send({ kind: 'technician', email, role_id: role.technician })).sent_count, 1)
  })

  it('a prepared account is its person’s after the answer, with the role at that time', async () => {
    const email = address()
    const asked = { name: 'Nuria', email, role_id: role.technician }
    const { id, user_id, invitation } = (await server.done('admin_vno/technicals/create', asked, session)).record
    const later = await makeRole(server.db, vno, {}, { base: 'technician' })
    assert.equal(record(await call('edit', { id: invitation?.id, role_id: later, zones: ['46250'] })).role_id, later)
    const [token = ''] = await tokens(email)
    assert.equal(codeOf(await signUp(token, address())), 'VALIDATION')
    const answer = await signUp(token, email)
    assert.equal(answer.status, 200, answer.text)
    assert.equal((answer.body as { user: { id: number } }).user.id, user_id)
    assert.equal(codeOf(await signUp(token, email)), 'INVITATION_USED')
    const { records } = await server.done('admin_vno/technicals/get', { id }, session)
    assert.deepEqual(columnsOf(records, 'status', 'role_id', 'zones', 'email'), [[4, later, ['46250'], email]])
    const [used] = await listed({ id: invitation?.id })
    assert.deepEqual([used?.state, used?.used_by?.id], [3, user_id])
  })

  it('S6 inviting gives no role that one lacks, nor the right to add people', async () => {
    const invites: Privileges = { invitations: { privs: { invitations_create: true, invitations_edit: true } } }
    const clerk = await makeSession(server.db, await makeAdmin(server.db, { vno, privileges: invites }))
    for (const kind of ['admin', 'technician'] as const)
      assert.equal(codeOf(await send({ kind, email: address(), role_id: role[kind] }, clerk)), 'PRIVILEGE_DENIED')
    const adds = { ...invites, adminVNO: { privs: { adminVNO_create: true } } }
    const adder = await makeSession(server.db, await makeAdmin(server.db, { vno, privileges: adds }))
    const strong = await makeRole(server.db, vno, { event: { privs: { event_view: true } } })
    const adding = (role_id: number) => send({ kind: 'admin', email: address(), role_id }, adder)
    assert.equal(codeOf(await adding(strong)), 'PRIVILEGE_ESCALATION')
    assert.equal((await adding(role.admin)).status, 200)
    const pending = await makeInvitation(server.db, { vno, role_id: strong })
    assert.equal(codeOf(await call('edit', { id: pending, email: address() }, adder)), 'PRIVILEGE_ESCALATION')
  })

  it('the neutral operator invites to its own administration and to any operator’s', async () => {
    const own = record(await send({ kind: 'admin', email: address(), role_id: role.neutral }, neutral))
    assert.equal(own.vno_id, null)
    const technician = (of: object) =>
      send({ kind: 'technician', email: address(), role_id: role.technician, ...of }, neutral)
    const other = record(await technician({ vno_id: vno.id }))
    assert.equal(other.vno_id, vno.id)
    assert.equal(codeOf(await technician({})), 'VALIDATION')
    const closed = await makeAdmin(server.db, { vno: await makeVno(server.db, { status: 4 }) })
    const none = await technician({ kind: 'admin', vno_id: closed.vno_id, role_id: closed.role_id })
    assert.deepEqual([none.status, codeOf(none)], [404, 'NOT_FOUND'])
    const seen = columnOf(await listed({ limit: 200 }), 'id')
    assert.ok(seen.includes(other.id) && !seen.includes(own.id))
    assert.equal(codeOf(await send({ kind: 'admin', email: address(), role_id: role.neutral })), 'NOT_FOUND')
  })

  it('S21 one person sends a limited number per hour', async () => {
    const busy = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    const sent = () => send({ kind: 'admin', email: address(), role_id: role.admin }, busy)
    assert.equal((await sent()).status, 200)
    await server.db.owner.query(`update rate_count set n = 120 where key like 'invite-person:%'`)
    assert.equal(codeOf(await sent()), 'RATE_LIMITED')
  })
})
