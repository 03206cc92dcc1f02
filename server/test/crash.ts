/** Kills by force under load, and what must hold afterwards: nothing confirmed is lost, nothing happened twice. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '../db/open.ts'
import { runningCluster } from '../db/embedded.ts'
import { silentLog } from '../log.ts'
import { makeAdmin, makeSession, type TestSession } from './factories.ts'
import { freePort, spawnServer, untilReady } from './server-process.ts'

const writers = 4
const loadMs = 700

/** Runs work in a fresh folder that is removed afterwards. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-crash-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The process that holds the cluster. */
export async function postmaster(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'pg', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** Kills the database under load, `rounds` times; answers the longest time without answers, in milliseconds. */
export async function killDatabase(rounds: number): Promise<number> {
  let longest = 0
  await inFolder(async (folder) => {
    const db = await openDatabase({ dataDir: folder }, silentLog)
    try {
      await db.owner.query('create table confirmed (writer int, n int, primary key (writer, n))')
      for (let round = 0; round < rounds; round++) longest = Math.max(longest, await killOnce(db, folder, round))
    } finally {
      await db.close()
    }
  })
  return longest
}

async function killOnce(db: Database, folder: string, round: number): Promise<number> {
  let on = true
  const confirmed = Array.from({ length: writers }, () => 0)
  const load = confirmed.map(async (_, index) => {
    const writer = round * writers + index
    // The last one is asked for until it is confirmed: what nobody heard of may be there or not.
    for (let done = false; on || !done;) {
      const n = (confirmed[index] ?? 0) + 1
      done = await db.owner.query('insert into confirmed values ($1, $2) on conflict do nothing', [writer, n]).then(
        () => true,
        () => false,
      )
      if (done) confirmed[index] = n
      else await sleep(10)
    }
  })
  await sleep(loadMs)
  process.kill(await postmaster(folder), 'SIGKILL')
  const began = performance.now()
  await sleep(50)
  while (
    !(await db.owner.query('select 1').then(
      () => true,
      () => false,
    ))
  )
    await sleep(20)
  const away = performance.now() - began
  await sleep(100)
  on = false
  await Promise.all(load)
  const { rows } = await db.owner.query<{ writer: number; n: number }>(
    'select writer, count(*) as n from confirmed where writer >= $1 group by 1 order by 1',
    [round * writers],
  )
  assert.deepEqual(
    rows.map(({ n }) => n),
    confirmed,
  )
  return away
}

/** Kills the server under load, `rounds` times; answers the longest start afterwards, in milliseconds. */
export async function killServer(rounds: number): Promise<number> {
  let longest = 0
  await inFolder(async (folder) => {
    const env = { DATA_DIR: folder, PORT: await freePort() }
    let server = spawnServer(env)
    await untilReady(server)
    const db = await openDatabase({ dataDir: '', databaseUrl: (await runningCluster(folder)) ?? '' }, silentLog)
    try {
      const sessions = await Promise.all(
        Array.from({ length: writers }, async () => makeSession(db, await makeAdmin(db))),
      )
      const confirmed = sessions.map(() => 0)
      for (let round = 0; round < rounds; round++) {
        const load = sessions.map((session, index) => saveUntilKilled(server.address, session, index, confirmed))
        await sleep(loadMs)
        await server.kill('SIGKILL')
        await Promise.all(load)
        server = spawnServer(env)
        longest = Math.max(longest, await untilReady(server))
      }
      await holds(db, sessions, confirmed, rounds)
    } finally {
      await db.close()
      await server.kill('SIGTERM')
    }
  })
  return longest
}

/** Each save is one change and one audit row; the answer confirms both. */
async function saveUntilKilled(
  address: string,
  { token }: TestSession,
  index: number,
  confirmed: number[],
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ query: { list: 'admin_vno/ports/get', config: { columns: [] } } })
  for (;;) {
    const answer = await fetch(`${address}/api/v1/admin_vno/uiconfig/save.json`, {
      method: 'POST',
      headers,
      body,
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => null,
    )
    if (!answer) return
    assert.equal(answer.status, 200, answer.text)
    confirmed[index] = (confirmed[index] ?? 0) + 1
  }
}

async function holds(db: Database, sessions: TestSession[], confirmed: number[], rounds: number): Promise<void> {
  for (const [index, { id }] of sessions.entries()) {
    const { rows } = await db.owner.query<{ saved: number; audited: number }>(
      `select (select version from ui_config u where u.user_id = s.user_id) as saved,
              (select count(*) from audit a where a.actor_id = s.user_id) as audited from session s where id = $1`,
      [id],
    )
    const { saved = 0, audited = 0 } = rows[0] ?? {}
    const said = confirmed[index] ?? 0
    assert.equal(saved, audited, 'a change and its audit row are one')
    // One per kill may have been done without anybody being left to hear of it.
    assert.ok(said > 0 && saved >= said && saved <= said + rounds, `${said} confirmed, ${saved} found`)
  }
}
