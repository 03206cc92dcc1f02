/** PgBouncer between server and PostgreSQL, with the documented configuration. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { silentLog } from '../log.ts'
import { startCluster } from '../test/cluster.ts'
import { onDatabase, onServer } from '../test/database.ts'
import { Journal } from '../test/journal.ts'
import { startPgBouncer, unlessMissing, type Bouncer } from '../test/programs.ts'
import { freePort, spawnServer, untilReady } from '../test/server-process.ts'
import { startTcpFront } from '../test/tcp-front.ts'
import { callOver } from '../test/wire.ts'
import { withUser } from '../database-address.ts'
import { openDatabase, type Database } from './open.ts'

const secrets = { dueno: 'la-del-dueno', hilo_app: 'una:de la/app', hilo_jobs: 'otra-de-la-cola' }

describe('PgBouncer', { ...unlessMissing('pgbouncer'), timeout: 900_000 }, async () => {
  const cluster = await startCluster()
  await onServer(cluster.url, async (client) => {
    await client.query(`create role dueno login password '${secrets.dueno}'`)
    await client.query('create database hilo_detras owner dueno')
  })
  const direct = onDatabase(cluster.url, 'hilo_detras')
  /** PgBouncer's own user cannot reach the database's socket. */
  const front = await startTcpFront(direct)
  after(async () => {
    await front.close()
    await cluster.close()
  })

  const places = (at: Pick<Bouncer, 'url'>) => ({
    DATABASE_URL: at.url('dueno', secrets.dueno),
    DATABASE_APP_URL: at.url('hilo_app', encodeURIComponent(secrets.hilo_app)),
    DATABASE_JOBS_URL: at.url('hilo_jobs', secrets.hilo_jobs),
  })
  const start = async (urls: ReturnType<typeof places>) => {
    const folder = await mkdtemp(join(tmpdir(), 'hilo-pooled-'))
    const server = spawnServer({ DATA_DIR: folder, PORT: await freePort(), ...urls, HILO_DEMO: '1' } as never)
    const close = async () => {
      await server.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
    return { server, close }
  }
  /** Directly to the database, as its owner. */
  const straight = () => ({ databaseUrl: withUser(direct, { name: 'dueno', password: secrets.dueno }) })

  it('an owner without the right to create roles reads which are missing, and how to create them', async () => {
    await assert.rejects(
      openDatabase({ dataDir: '', ...straight() }, silentLog),
      /Falta el rol hilo_app .*CREATEROLE.*create role hilo_app login .*DATABASE_APP_URL/,
    )
  })

  it('roles of one’s own with passwords of one’s own hold the limits of requests, though the owner may set none', async () => {
    await onServer(cluster.url, async (client) => {
      for (const role of ['hilo_app', 'hilo_jobs'] as const)
        await client.query(`create role ${role} login password '${secrets[role]}'`)
    })
    const role = (name: 'hilo_app' | 'hilo_jobs') => withUser(direct, { name, password: secrets[name] })
    const wrong = withUser(direct, { name: 'hilo_app', password: 'otra' })
    const own = { dataDir: '', ...straight(), databaseAppUrl: role('hilo_app'), databaseJobsUrl: role('hilo_jobs') }
    await assert.rejects(openDatabase({ ...own, databaseAppUrl: wrong }, silentLog), /DATABASE_APP_URL.*contraseña/)
    const db = await openDatabase(own, silentLog)
    await db.close()
  })

  it('in session mode everything works: limits apply, the owner sees all, the queue is notified', async () => {
    const bouncer = await startPgBouncer(front.url, secrets)
    const urls = places(bouncer)
    const { server, close } = await start(urls)
    let db: Database | undefined
    try {
      await untilReady(server)
      const given = { databaseAppUrl: urls.DATABASE_APP_URL, databaseJobsUrl: urls.DATABASE_JOBS_URL }
      db = await openDatabase({ dataDir: '', databaseUrl: urls.DATABASE_URL, ...given }, silentLog)
      const shown = async (pool: 'app' | 'owner', name: string) =>
        (await db?.[pool].query<{ value: string }>(`select current_setting($1, true) as value`, [name]))?.rows[0]?.value
      assert.equal(await shown('app', 'statement_timeout'), '5s')
      assert.equal(await shown('app', 'plan_cache_mode'), 'force_generic_plan')
      assert.equal(await shown('owner', 'app.scope'), 'all')
      const journal = await Journal.open({ db, call: callOver(server.address) })
      const writers = Array.from({ length: 12 }, () => journal.write())
      for (const { status } of await Promise.all(writers)) assert.equal(status, 200)
      assert.equal((await journal.read()).status, 200)
      await journal.holds(db)
    } finally {
      await close()
      await db?.close()
      await bouncer.close()
    }
  })

  for (const changes of [
    { pool_mode: 'transaction' },
    { pool_mode: 'transaction', default_pool_size: '1' },
    { pool_mode: 'statement' },
    { default_pool_size: '1' },
  ])
    it(`${JSON.stringify(changes)} stops the start with a sentence, and is never ready`, async () => {
      const bouncer = await startPgBouncer(front.url, secrets, changes)
      const { server, close } = await start(places(bouncer))
      try {
        let ready = false
        const watching = setInterval(() => {
          void fetch(`${server.address}/readyz`).then(
            (answer) => (ready ||= answer.ok),
            () => false,
          )
        }, 50)
        const { code } = await server.ended
        clearInterval(watching)
        assert.deepEqual([code, ready], [1, false])
        assert.match(server.output(), /\(DATABASE_URL\) hay un PgBouncer.*pool_mode = session/)
      } finally {
        await close()
        await bouncer.close()
      }
    })

  it('a transaction pooler in front of a single role is detected as well', async () => {
    const bouncer = await startPgBouncer(front.url, secrets, { pool_mode: 'transaction' })
    try {
      const { DATABASE_APP_URL, DATABASE_JOBS_URL } = places(bouncer)
      const own = { dataDir: '', ...straight() }
      const role = (name: 'hilo_app' | 'hilo_jobs') => withUser(direct, { name, password: secrets[name] })
      const both = { databaseAppUrl: role('hilo_app'), databaseJobsUrl: role('hilo_jobs') }
      const refused = (name: string, more: object) =>
        assert.rejects(
          openDatabase({ ...own, ...both, ...more }, silentLog),
          new RegExp(`\\(${name}\\).*pool_mode = session`),
        )
      await refused('DATABASE_APP_URL', { databaseAppUrl: DATABASE_APP_URL })
      await refused('DATABASE_JOBS_URL', { databaseJobsUrl: DATABASE_JOBS_URL })
    } finally {
      await bouncer.close()
    }
  })
})
