/** Sending mail to a server that is up, down, or refuses. */
import type { MailKind } from '@hilo/domain/mail.ts'
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, it } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { readConfig } from '../config.ts'
import { inProcess } from '../kernel/sql/in-process.ts'
import { silentLog } from '../log.ts'
import { startTestDatabase } from '../test/database.ts'
import { mail } from './mail.ts'
import { mailRetention, mailTasks, sendKept } from './send.ts'

let received: string[] = []
/** The server's answer to the next mail; 250 by default. */
let refuse: number | null = null
after(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve))
  await db.close()
})

const parts = (smtpUrl?: string) => ({
  db,
  log: silentLog,
  config: readConfig(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }),
})
const db = await startTestDatabase()
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      if (refuse !== null) return done(Object.assign(new Error('no'), { responseCode: refuse }))
      received.push(Buffer.concat(parts).toString())
      done()
    })
  },
})
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
const url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}?from=hilo@norte.prueba`
const run = async (id: number, smtpUrl?: string) =>
  await mailTasks(parts(smtpUrl))['mail.send']?.({ mail_id: id }, undefined as never)

async function write(kind: MailKind, values: Record<string, string> = {}): Promise<number> {
  await inProcess(db, (sql) =>
    mail(sql, { vnoId: null, to: 'ana@prueba.test', kind, values: { name: 'Ana Ñúñez', ...values } }),
  )
  const { rows } = await db.owner.query<{ id: number }>('select max(id) as id from mail')
  return rows[0]?.id ?? 0
}
const stateOf = async (id: number) => {
  const text = 'select state, attempts, error, body, sent_at is not null as sent from mail where id = $1'
  return (await db.owner.query<Record<string, unknown>>(text, [id])).rows[0]
}

it('a mail is queued with its cause and arrives once, however often its job runs', async () => {
  received = []
  const id = await write('password_changed')
  const jobs = `select 1 from graphile_worker._private_jobs where payload ->> 'mail_id' = $1`
  const { rowCount } = await db.owner.query(jobs, [String(id)])
  assert.equal(rowCount, 1)
  await run(id, url)
  await run(id, url)
  assert.equal(received.length, 1)
  const [text = ''] = received
  const heads = [/^From: Hilo <hilo@norte\.prueba>/m, /^To: ana@prueba\.test/m]
  for (const line of [...heads, new RegExp(`^Message-ID: <hilo-${id}@`, 'm')]) assert.match(text, line)
  const { body, ...state } = (await stateOf(id)) ?? {}
  assert.deepEqual(state, { state: 'enviado', attempts: 1, error: null, sent: true })
  assert.ok(String(body).includes('Ana Ñúñez'))
})

it('a secret link or code is deleted once it has been sent', async () => {
  received = []
  const id = await write('password_reset', { code: '12345678', minutes: '10' })
  assert.ok(String((await stateOf(id))?.['body']).includes('12345678'))
  await run(id, url)
  assert.ok(received[0]?.includes('12345678'))
  assert.equal((await stateOf(id))?.['body'], null)
})

it('without a mail server it stays where it can be read', async () => {
  const id = await write('password_changed')
  await run(id)
  assert.equal((await stateOf(id))?.['state'], 'pendiente')
})

it('a server that is down or busy is retried; its own words are not stored', async () => {
  const id = await write('password_changed')
  await assert.rejects(run(id, 'smtp://usuario:secreto-canario@127.0.0.1:9'))
  refuse = 451
  await assert.rejects(run(id, url))
  refuse = null
  const failed = await stateOf(id)
  assert.deepEqual([failed?.['state'], failed?.['attempts']], ['pendiente', 2])
  assert.ok(!String(failed?.['error']).includes('canario'))
  received = []
  await run(id, url)
  assert.deepEqual([received.length, (await stateOf(id))?.['state']], [1, 'enviado'])
})

it('one that the server refuses for good is not tried again', async () => {
  const id = await write('password_changed')
  refuse = 550
  await run(id, url)
  refuse = null
  assert.equal((await stateOf(id))?.['state'], 'fallido')
})

it('bodies with expired codes and invitations are deleted, and so are old mails', async () => {
  const ids = [await write('password_reset', { code: '87654321', minutes: '10' }), await write('password_changed')]
  const age = (id: number, by: string) =>
    db.owner.query('update mail set created_at = now() - $2::interval where id = $1', [id, by])
  await age(ids[0] ?? 0, '61 minutes')
  await age(ids[1] ?? 0, '91 days')
  for (const text of mailRetention) await db.owner.query(text)
  assert.equal((await stateOf(ids[0] ?? 0))?.['body'], null)
  assert.equal(await stateOf(ids[1] ?? 0), undefined)
})

it('no session of an operator can read a mail, whatever query it runs', async () => {
  await write('password_changed')
  const client = await db.app.connect()
  try {
    await client.query(`begin; select set_config('app.vno_id', '1', true), set_config('app.scope', 'vno', true)`)
    assert.equal((await client.query('select 1 from mail')).rowCount, 0)
    await client.query('rollback')
  } finally {
    client.release()
  }
})

it('mails written without a server are sent after the first start with one, while they are current', async () => {
  const [fresh, old, code, tried] = [
    await write('invitation', { link: 'x' }),
    await write('invitation', { link: 'x' }),
    await write('password_reset', { code: '12345678' }),
    await write('invitation', { link: 'x' }),
  ]
  for (const id of [fresh, old, code, tried]) await run(id)
  const forget = () => db.owner.query(`delete from graphile_worker._private_jobs where key like 'mail.%'`)
  await forget()
  await db.owner.query(`update mail set created_at = now() - interval '25 hours' where id = $1`, [old])
  await db.owner.query(`update mail set created_at = now() - interval '11 minutes' where id = $1`, [code])
  await db.owner.query(`update mail set attempts = 1 where id = $1`, [tried])
  const queued = async (smtpUrl?: string) => {
    await sendKept(db.owner, parts(smtpUrl).config)
    const { rows } = await db.owner.query<{ id: number }>(
      `select (payload->>'mail_id')::int as id from graphile_worker._private_jobs
       where key like 'mail.%' and (payload->>'mail_id')::int = any($1)`,
      [[fresh, old, code, tried]],
    )
    return rows.map(({ id }) => id)
  }
  assert.deepEqual(await queued(), [])
  assert.deepEqual(await queued(url), [fresh])
  await forget()
})
