/** Mail server and foreign issuer unreachable: work goes on, and messages wait. */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { hashPassword } from '../auth/passwords.ts'
import { signInOnWeb, TestBrowser } from '../auth/test-browser.ts'
import { codeOf } from '../test/answers.ts'
import { closedAfter } from '../test/closed-after.ts'
import { makeAdmin, makeSession } from '../test/factories.ts'
import { startTestServer } from '../test/harness.ts'
import { freePort } from '../test/server-process.ts'
import { startWatch, untilTrue } from '../test/poll.ts'

const password = 'una clave bien larga'

describe('the mail server is away', async () => {
  const port = await freePort()
  const server = closedAfter(
    await startTestServer(
      { SMTP_URL: `smtp://127.0.0.1:${port}?from=hilo@prueba.test`, PORT: await freePort() },
      { jobs: true },
    ),
  )

  it('F27 people sign in and change their passwords; the message waits and leaves once, when it is back', async () => {
    const admin = await makeAdmin(server.db, { passwordHash: await hashPassword(password) })
    const done = await signInOnWeb(new TestBrowser(server), server, admin.email, password)
    assert.equal(done.status, 200, done.text)
    await server.done('account/password/request_reset', { email: admin.email })
    const mail = async (where: string) =>
      (await server.db.owner.query(`select 1 from mail where recipient = $1 and ${where}`, [admin.email])).rowCount
    await untilTrue(async () => (await mail(`state = 'pendiente' and attempts >= 1`)) === 1)

    const received: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, { envelope }, told) {
        received.push(...envelope.rcptTo.map(({ address }) => address))
        stream.resume()
        stream.on('end', () => told())
      },
    })
    await new Promise<void>((resolve) => smtp.listen(Number(port), '127.0.0.1', resolve))
    assert.equal((smtp.server.address() as AddressInfo).port, Number(port))
    try {
      const again = `update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null`
      await untilTrue(async () => {
        await server.db.jobs.query(again)
        return (await mail(`state = 'enviado'`)) === 1
      })
      assert.deepEqual(received, [admin.email])
    } finally {
      await new Promise<void>((resolve) => smtp.close(resolve))
    }
  })
})

describe('the foreign issuer is away', async () => {
  const gone = `http://127.0.0.1:${await freePort()}`
  const server = closedAfter(
    await startTestServer({
      PORT: await freePort(),
      OIDC_ISSUER: gone,
      OIDC_CLIENT_ID: 'hilo',
      OIDC_CLIENT_SECRET: 'secreto-del-emisor-ajeno',
    }),
  )

  it('F27 signing in answers 503 at once, and existing sessions work', async () => {
    const session = await makeSession(server.db, await makeAdmin(server.db))
    const watch = startWatch()
    const started = await server.call('account/oauth_login_start', {})
    const ms = watch()
    assert.deepEqual([started.status, codeOf(started)], [503, 'UNAVAILABLE'])
    assert.ok(ms < 5000, `${ms} ms`)
    await server.done('admin_vno/contractors/create', { name: 'Mientras tanto' }, session)
    await server.done('account/check_login', {}, session)
  })
})
