/** Webhook of an operator: address and signature; `webhook.night.ts`: a receiver that does not answer. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as bodyText } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { signature } from '../../../net/send.ts'
import { columnOf } from '../../../test/answers.ts'
import { callerOf, refusedWith } from '../../../test/caller.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno } from '../../../test/factories.ts'
import type { TestSession } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'
import { awayFromEnd, quarter } from '../../../test/poll.ts'

describe('webhooks of operators', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const neutral = await makeSession(server.db, await makeOperator(server.db))

  const call = callerOf(server, neutral)
  const edit = (query: object, as?: TestSession) => call('admin_vno/vno/edit', query, as)

  it('S41 a webhook never leads into the own network, nor is it sent in the clear', async () => {
    const urls = [
      'http://avisos.example.com/',
      'https://169.254.169.254/latest/meta-data/',
      'https://10.0.0.1/',
      'https://[::ffff:192.168.1.1]/',
      'https://167772161/x@',
      'https://db/',
      'ftp://avisos.example.com/',
      'https://u:p@avisos.example.com/',
      'nada',
    ]
    for (const webhook_url of urls) {
      const answer = await edit({ id: vno.id, contact: { webhook_url } }, session)
      refusedWith(answer, 422, 'VALIDATION')
      assert.deepEqual(columnOf(answer.details ?? [], 'field'), ['contact.webhook_url'])
    }
    const contact = { webhook_url: 'http://127.0.0.1:9999/aviso', webhook_secret: 'un-secreto-de-prueba-0123' }
    const home = await edit({ id: vno.id, contact }, session)
    assert.equal(home.record.contact.webhook_url, 'http://127.0.0.1:9999/aviso', 'to this machine in the demonstration')
  })

  it('S50 the secret of a webhook is written and never read', async () => {
    const secret = 'CANARIO-SECRETO-0123456789'
    const written = await edit({ id: vno.id, contact: { webhook_secret: secret } }, session)
    assert.equal(written.record.contact.webhook_secret_set, true)
    const { db } = server
    const answers = [
      written.text,
      (await call('admin_vno/vno/get', {})).text,
      (await server.call('admin_vno/vno/downloadRegistry', { format: 'csv' }, { session })).text,
      JSON.stringify((await db.owner.query('select * from audit')).rows),
      JSON.stringify((await db.owner.query('select * from vno')).rows),
    ]
    for (const text of answers) assert.ok(!text.includes('CANARIO'))
    const signing = async (scope: string) => {
      const client = await db.app.connect()
      try {
        await client.query('begin')
        const set = `select set_config('app.scope', $1, true), set_config('app.vno_id', $2, true)`
        await client.query(set, [scope, String(vno.id)])
        return (await client.query<{ s: string | null }>('select webhook_secret($1) as s', [vno.id])).rows[0]?.s
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    assert.equal(await signing('all'), secret, 'the process signs with it')
    assert.equal(await signing('vno'), null)
    await assert.rejects(db.app.query('select * from vno_secret'), /permission denied/)
    const cleared = await edit({ id: vno.id, contact: { webhook_url: null, webhook_secret: null } }, session)
    assert.equal(cleared.record.contact.webhook_secret_set, false)
    assert.equal(await signing('all'), null)
  })

  it('every address has a secret: without a given one a hidden one is generated', async () => {
    const other = await makeVno(server.db)
    const webhook_url = 'https://avisos.ejemplo.example/hilo'
    const webhook_secret = 'un-secreto-de-prueba-0123'
    const kept = async (id: number) => {
      const text = 'select webhook_secret as secret from vno_secret where vno_id = $1'
      return (await server.db.owner.query<{ secret: string }>(text, [id])).rows[0]?.secret
    }
    const asks = async (contact: object) => {
      const { status, record } = await edit({ id: other.id, contact })
      assert.equal(status, 200)
      return [record.contact.webhook_secret_set, await kept(other.id)] as const
    }
    const [set, made = ''] = await asks({ webhook_url })
    assert.ok(set && made.length > 40)
    assert.deepEqual(await asks({ webhook_url: `${webhook_url}/otro` }), [true, made], 'stays')
    assert.deepEqual(await asks({ webhook_secret }), [true, webhook_secret])
    assert.deepEqual(await asks({ noc_phone: '+34910000001' }), [true, webhook_secret])
    const [still, anew = ''] = await asks({ webhook_secret: null })
    assert.ok(still && anew.length > 40 && anew !== made)
    assert.equal((await asks({ webhook_url: null, webhook_secret: null }))[0], false)
    const created = await call('admin_vno/vno/create', { code: 'SIN_SECRETO', contact: { webhook_url } })
    assert.equal(created.status, 200)
    assert.ok(((await kept(created.record.id)) ?? '').length > 40)
  })

  it('an address from before secrets were demanded is still used, with the secret that it was given', async () => {
    const receiver = { webhook_url: 'https://avisos.ejemplo.example/hilo' }
    const bare = await makeVno(server.db, { contact: { ...receiver, webhook_secret_set: true } })
    const given = `insert into vno_secret (vno_id, webhook_secret) values ($1, repeat('x', 64))`
    await server.db.owner.query(given, [bare.id])
    const { records } = await call('admin_vno/vno/get', { id: bare.id })
    assert.equal(records[0]?.contact.webhook_secret_set, true)
    assert.equal((await edit({ id: bare.id, contact: { ...receiver, noc_phone: '+34910000001' } })).status, 200)
  })

  it('a test message is sent at once, signed, and its answer shown; without an address it is refused', async () => {
    const test = (id: number, as = session) => call('admin_vno/vno/webhook/test', { id }, as)
    const received: { body: string; signature: unknown }[] = []
    const systems = createServer((request, response) => {
      void bodyText(request).then((body) => {
        received.push({ body, signature: request.headers['x-hilo-signature'] })
        response.writeHead(received.length === 1 ? 204 : 500).end('CANARIO')
      })
    })
    await new Promise<void>((resolve) => systems.listen(0, '127.0.0.1', resolve))
    const webhook_url = `http://127.0.0.1:${(systems.address() as AddressInfo).port}/avisos`
    const webhook_secret = 'un-secreto-de-prueba-0123'
    await edit({ id: vno.id, contact: { webhook_url, webhook_secret } }, session)
    const taken = await test(vno.id)
    assert.deepEqual([taken.status, taken.record.status, taken.record.signed], [200, 204, true], taken.text)
    const [first] = received
    assert.equal((JSON.parse(first?.body ?? '') as { kind: string }).kind, 'test')
    const [, seconds = ''] = /^t=(\d+),/.exec(String(first?.signature)) ?? []
    assert.equal(first?.signature, signature(webhook_secret, Number(seconds), first?.body ?? ''))
    const refused = await test(vno.id, neutral)
    assert.equal(refused.record.status, 500)
    assert.ok(!refused.text.includes('CANARIO'))
    await new Promise((resolve) => systems.close(resolve))
    const other = await makeVno(server.db)
    assert.equal((await test(other.id)).status, 404)
    assert.equal((await test(other.id, neutral)).status, 422)
    await edit({ id: vno.id, contact: { webhook_url: null, webhook_secret: null } }, session)
  })

  it('tests are counted: by person and by operator', async () => {
    const systems = createServer((_, response) => void response.writeHead(204).end())
    await new Promise<void>((resolve) => systems.listen(0, '127.0.0.1', resolve))
    const contact = {
      webhook_url: `http://127.0.0.1:${(systems.address() as AddressInfo).port}/avisos`,
      webhook_secret: 'un-secreto-de-prueba-0123',
    }
    const own = await makeVno(server.db)
    assert.equal((await edit({ id: own.id, contact }, neutral)).status, 200)
    const test = async (as: TestSession) => (await call('admin_vno/vno/webhook/test', { id: own.id }, as)).status
    await awayFromEnd(quarter)
    for (const most of [10, 10]) {
      const person = await makeSession(server.db, await makeAdmin(server.db, { vno: own }))
      for (let i = 0; i < most; i++) assert.equal(await test(person), 200)
      assert.equal(await test(person), 429)
    }
    assert.equal(await test(await makeSession(server.db, await makeAdmin(server.db, { vno: own }))), 429)
    await new Promise((resolve) => systems.close(resolve))
  })
})
