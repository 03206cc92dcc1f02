/** Leaving: personal data are deleted, acts stay, assigned work is released. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hashPassword } from '../../auth/passwords.ts'
import { accountTasks } from '../../auth/tasks.ts'
import { codeOf, columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { insert, makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, unique } from '../../test/factories.ts'
import { makeEvent } from '../../test/plant-factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeOrder } from '../../test/order-factories.ts'
import { drawing } from '../../test/pictures.ts'
import { untilBlocked } from '../../test/poll.ts'
import { proofOf } from './current-password.ts'

const pwd = 'una clave bien larga'
const server = closedAfter(await startTestServer())
const passwordHash = await hashPassword(pwd)

const { rows } = server
const leave = (session: { cookie: string }, query: object = { pwd }) =>
  server.call('account/delete', query, { session })
const left = (session: { cookie: string }, query: object = { pwd }) => server.done('account/delete', query, session)

/** Every text of the database that contains the word. */
async function holding(word: string): Promise<string[]> {
  const tables = await rows(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const holders = await rows(`select from "${String(name)}" x where x::text ilike $1 limit 1`, `%${word}%`)
    if (holders.length > 0) found.push(String(name))
  }
  return found
}

it('S54 no personal data remain in the database, and the id still marks the person’s acts', async () => {
  const vno = await makeVno(server.db, { contact: { noc_email: 'noc@prueba.test' } })
  await makeAdmin(server.db, { vno })
  const mark = `canario${unique().toLowerCase()}`
  const account = await makeAdmin(server.db, { vno, passwordHash, name: `Ana ${mark}`, email: `${mark}@prueba.test` })
  const session = await makeSession(server.db, account, { user_agent: mark })
  const profile_picture = await drawing({ width: 64, height: 64 }).png().toBuffer()
  const { record } = await server.done('account/edit', { phone: '+34600112233' }, session, { profile_picture })
  const [kept] = await rows('select key, thumb_key from file where id = $1', record.picture)
  const payload = { account_id: account.id, account_type: 'va', name: account.name }
  await insert(server.db, 'notification', { vno_id: vno.id, kind: 'account_waiting', payload, at: new Date() })
  const contact = { subject: `De ${mark}`, message: `Soy ${mark} y escribo`, category: 'duda' }
  await server.done('client_contact/send_request', contact, session)
  await server.done('admin_vno/devices/register', { install_id: mark }, session)
  const { user_id } = account
  await rows(`insert into user_identity (user_id, iss, sub) values ($1, 'https://otro.test', $2)`, user_id, mark)
  const author = { id: user_id, account_type: 'va', origin: 2 }
  await makeEvent(server.db, { vno, created_by: { ...author, name: account.name } })

  const answer = await leave(session, { pwd, reason: 'Cambio de trabajo' })
  assert.deepEqual([answer.status, answer.body], [200, { result_flag: 1, record: { id: account.id, status: 5 } }])
  assert.match(String(answer.headers['set-cookie']), /^hilo_session=; .*Max-Age=0/)
  assert.equal((await server.call('account/edit', { name: 'Otra vez' }, { session })).status, 401)

  const tasks = accountTasks({ db: server.db, config: server.config }, server.store)
  await tasks['account.forget']?.({ user_id }, undefined as never)
  assert.deepEqual(await holding(mark), [])
  assert.deepEqual(await holding('600112233'), [])
  for (const key of [kept?.['key'], kept?.['thumb_key']]) assert.equal(await server.store.exists(String(key)), false)
  const traces = await rows('select call from audit where actor_id = $1 order by id', user_id)
  assert.deepEqual(traces.at(-1), { call: 'account/delete' })
  const [event] = await rows('select created_by from event where vno_id = $1', vno.id)
  assert.deepEqual(event, { created_by: { ...author, name: 'Cuenta dada de baja' } })
})

it('a technician’s orders are unassigned and the operator is notified of open interventions', async () => {
  const vno = await makeVno(server.db)
  const technician = await makeTechnician(server.db, { vno, passwordHash })
  const session = await makeSession(server.db, technician)
  const open = await makeEvent(server.db, { technician, process_state: 6 })
  await makeEvent(server.db, { technician, process_state: 5 })
  const given = { assigned_technical_id: technician.id, state: 'asignada' }
  const order = await makeOrder(server.db, { vno, ...given })
  await left(session)
  const released = await rows('select state, assigned_technical_id from service_order where id = $1', order.id)
  assert.deepEqual(released, [{ state: 'recibida', assigned_technical_id: null }])
  const [told] = await rows<{ payload: { events: string[]; orders: string[] } }>(
    `select payload from notification where kind = 'technical_gone' and vno_id = $1`,
    vno.id,
  )
  assert.equal(told?.payload.orders.length, 1)
  assert.deepEqual(told.payload.events, [open.code])
})

it('S6 the last one who can change roles stays, also of two who leave at once', async () => {
  const vno = await makeVno(server.db)
  const make = async () => makeSession(server.db, await makeAdmin(server.db, { vno, passwordHash }))
  const [one, other] = [await make(), await make()]
  const answers = await Promise.all([leave(one), leave(other)])
  assert.deepEqual(columnOf(answers, 'status').sort(), [200, 409])
  assert.equal(answers.map(codeOf).find(Boolean), 'LAST_ADMIN')
  const [stays] = [one, other].filter((_, index) => answers[index]?.status === 409)
  await server.done('admin_vno/ports/get', {}, stays)
})

it('of two concurrent requests one leaves, and the other finds the person gone', async () => {
  const account = await makeTechnician(server.db, { passwordHash })
  const session = await makeSession(server.db, account)
  const held = await server.db.owner.connect()
  await held.query('begin')
  await held.query('select 1 from app_user where id = $1 for update', [account.user_id])
  const presses = [leave(session), leave(session)]
  await untilBlocked(server.db, 2, '%for update%')
  await held.query('commit')
  held.release()
  const answers = await Promise.all(presses)
  assert.deepEqual(columnOf(answers, 'status').sort(), [200, 401])
})

it('a session that ended meanwhile proves nothing', async () => {
  const account = await makeTechnician(server.db, { passwordHash })
  const asking = {
    json: async (text: string, values: readonly unknown[]) =>
      Object.values((await rows(text, ...values))[0] ?? { none: null })[0] as string | null,
  }
  await assert.rejects(proofOf(asking, account.user_id, 2 ** 40), { code: 'YOU_ARE_NOT_LOGGED_IN' })
})

it('S23 asks for the password; without one, for a recent sign-in', async () => {
  const vno = await makeVno(server.db)
  await makeAdmin(server.db, { vno })
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno, passwordHash }))
  for (const query of [{}, { pwd: 'no es esta clave' }]) assert.equal((await leave(session, query)).status, 422)
  const foreign = await makeAdmin(server.db, { vno })
  const stale = await makeSession(server.db, foreign, { created_at: new Date(Date.now() - 600_000) })
  assert.equal((await leave(stale, {})).status, 422)
  await left(await makeSession(server.db, foreign), {})
})

it('a person who left can neither sign in nor get a code, and the address is free', async () => {
  await makeOperator(server.db)
  const account = await makeOperator(server.db, { passwordHash })
  await left(await makeSession(server.db, account))
  await makeAdmin(server.db, { email: account.email })
  const [gone] = await rows('select email, password_hash from app_user where id = $1', account.user_id)
  assert.deepEqual(gone, { email: `persona-${account.user_id}@baja.invalid`, password_hash: null })
})
