import assert from 'node:assert/strict'
import { appendFile, chmod, cp, lstat, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { forget, forgetAgain } from '../auth/forget.ts'
import { readConfig } from '../config.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { DiskStore } from '../files/store.ts'
import { silentLog } from '../log.ts'
import { makeAdmin, makeSession, makeVno, unique } from '../test/factories.ts'
import { makeAssignment, makeEvent } from '../test/plant-factories.ts'
import { makeKey } from '../test/rights-factories.ts'
import { dump, type Manifest } from './dump.ts'
import { load } from './load.ts'

const at = (name: string) => readConfig({ DATA_DIR: join(folder, name) })
const folder = await mkdtemp(join(tmpdir(), 'hilo-backup-'))
const db = await openDatabase(at('first'), silentLog)
after(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

async function fill(): Promise<void> {
  const vno = await makeVno(db, { name: 'Tabulador\ty barra \\ y acento é' })
  await makeSession(db, await makeAdmin(db, { vno }))
  await makeKey(db, vno)
  await makeAssignment(db, { vno })
  await makeEvent(db, { vno, neighbour_items: [{ port: 1 }] })
  await db.owner.query(`select audit_partition((now() - interval '14 months')::date)`)
  await db.owner.query(`insert into audit (at, call, request_id) values (now() - interval '14 months', 'antes', 'r')`)
  await db.app.query(`select app_add_job('maintain', '{"n": 1}')`)
  await mkdir(join(folder, 'first', 'files', 'ab'), { recursive: true })
  await writeFile(join(folder, 'first', 'files', 'ab', 'cd'), 'contenido')
}

/** Writes operator and contractor in one transaction until stopped; returns the number confirmed. */
function writing(): () => Promise<number> {
  let on = true
  const done = (async () => {
    let confirmed = 0
    for (; on; confirmed++) {
      const client = await db.owner.connect()
      await client.query('begin')
      const vno = `insert into vno (name, external_id) values ('Doble', $1) returning id`
      const { rows } = await client.query<{ id: number }>(vno, [`D${unique()}`])
      await client.query(`insert into contractor (vno_id, name) values ($1, 'Doble')`, [rows[0]?.id])
      await client.query('commit')
      client.release()
    }
    return confirmed
  })()
  return () => {
    on = false
    return done
  }
}

async function count(of: Database, what: string): Promise<number> {
  const { rows } = await of.owner.query<{ n: number }>(`select count(*) as n from ${what}`)
  return rows[0]?.n ?? -1
}

test('F23 a copy taken under writes is whole, and restores into an empty installation exactly', async () => {
  await fill()
  const stop = writing()
  while ((await count(db, 'contractor')) < 20);
  const before = await count(db, 'contractor')
  const copy = await dump(at('first'), join(folder, 'copy'), silentLog)
  const confirmed = await stop()
  assert.ok(confirmed > 20)
  assert.equal(copy.files, 1)

  await load(at('second'), join(folder, 'copy'), silentLog)
  assert.equal(await readFile(join(folder, 'second', 'files', 'ab', 'cd'), 'utf8'), 'contenido')
  const again = await dump(at('second'), join(folder, 'again'), silentLog)
  const sessions = 'public.session.copy.zst'
  assert.ok(sessions in copy.sums)
  assert.deepEqual({ ...again.sums, [sessions]: '' }, { ...copy.sums, [sessions]: '' })
  assert.deepEqual(again.sequences, copy.sequences)

  const second = await openDatabase(at('second'), silentLog)
  try {
    const { rows: open } = await second.owner.query<{ channel: string }>(
      'select channel from session where revoked_at is null',
    )
    assert.deepEqual(open, [{ channel: 'api' }], 'S12 everybody signs in again, systems keep their keys')
    assert.equal(await count(second, `vno where name = 'Doble'`), await count(second, 'contractor'))
    assert.ok((await count(second, 'contractor')) >= before)
    assert.equal(await count(second, `audit where at < now() - interval '13 months'`), 1)
    const job = await second.jobs.query('select task_identifier from graphile_worker.jobs')
    assert.deepEqual(job.rows, [{ task_identifier: 'maintain' }])
    await makeVno(second)
    await second.app.query(`select app_add_job('maintain', '{}')`)
  } finally {
    await second.close()
  }
})

test('a backup, and a restored installation, are private to their user, whatever the umask and copied modes', async () => {
  const before = process.umask(0)
  try {
    const loose = join(folder, 'first', 'files', 'ab', 'loose')
    await writeFile(loose, 'x', { mode: 0o666 })
    await dump(at('first'), join(folder, 'private'), silentLog)
    await chmod(join(folder, 'private', 'files', 'ab', 'loose'), 0o644)
    await load(at('sixth'), join(folder, 'private'), silentLog)
    await rm(loose)
    await chmod(join(folder, 'private', 'files', 'ab', 'loose'), 0o600)
  } finally {
    process.umask(before)
  }
  for (const tree of [join(folder, 'private'), join(folder, 'sixth', 'files')]) {
    const names = ['.', ...(await readdir(tree, { recursive: true }))]
    assert.ok(names.length > 2, tree)
    for (const name of names) {
      const found = await lstat(join(tree, name))
      assert.equal(found.mode & 0o777, found.isDirectory() ? 0o700 : 0o600, join(tree, name))
    }
  }
})

test('a restore overwrites no data by default, and a backup no existing folder', async () => {
  await assert.rejects(dump(at('first'), join(folder, 'copy'), silentLog), /ya existe/)
  await assert.rejects(load(at('second'), join(folder, 'copy'), silentLog), /ya tiene datos.*--force/)
  await load(at('second'), join(folder, 'copy'), silentLog, { force: true })
  await assert.rejects(load(at('third'), join(folder, 'no-copy'), silentLog), /No hay una copia completa/)
  await assert.rejects(dump(at('nowhere'), join(folder, 'other'), silentLog), /No hay datos/)
})

test('a copy is not restored under a running server', async () => {
  await assert.rejects(load(at('first'), join(folder, 'copy'), silentLog, { force: true }), /Ya hay otro servidor/)
})

test('a damaged backup changes nothing', async () => {
  const path = join(folder, 'copy', 'manifest.json')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace(/("public\.contractor\.copy\.zst": ")./, '$1x'))
  await assert.rejects(load(at('fourth'), join(folder, 'copy'), silentLog), /está dañada/)
  await writeFile(path, text)
  const fourth = await openDatabase(at('fourth'), silentLog)
  assert.equal(await count(fourth, 'vno'), 0)
  await fourth.close()
})

test('a backup from before the baseline is restored by this version, one of an earlier version is not', async () => {
  const path = join(folder, 'copy', 'manifest.json')
  const text = await readFile(path, 'utf8')
  const manifest = JSON.parse(text) as Manifest
  const baseline = ({ name }: { name: string }) => name === '0082-baseline'
  assert.equal(manifest.migrations.filter(baseline).length, 1)
  const withEarlier = (...names: string[]) => {
    const earlier = names.map((name) => ({ name, sha256: 'earlier' }))
    const migrations = [...earlier, ...manifest.migrations.filter((one) => !baseline(one))]
    return writeFile(path, JSON.stringify({ ...manifest, migrations }))
  }

  await withEarlier('0001-people.sql', '0081-found-dark.sql')
  await assert.rejects(load(at('seventh'), join(folder, 'copy'), silentLog), /es de otra versión de Hilo/)
  await withEarlier('0001-people.sql', '0081-found-dark.sql', '0082-passkey-eligible.sql')
  await load(at('seventh'), join(folder, 'copy'), silentLog)
  await writeFile(path, text)
})

test('S54 people erased after a backup are erased again when it is restored, and no others', async () => {
  const store = new DiskStore(join(folder, 'first', 'files'))
  const people = [await makeAdmin(db, { name: 'Olvidada Canaria' }), await makeAdmin(db, { name: 'Quedada Canaria' })]
  await dump(at('first'), join(folder, 'older'), silentLog)
  const [gone, stays] = people.map(({ user_id }) => user_id)
  await db.owner.query('select erase_person($1, null)', [gone])
  await forget(db.owner, store, gone ?? 0)
  // The newest files and list beside the older database backup; and a list with another person's id.
  await mkdir(join(folder, 'fifth'), { recursive: true })
  await cp(join(folder, 'first', 'files'), join(folder, 'fifth', 'files'), { recursive: true })
  await appendFile(join(folder, 'fifth', 'files', 'erased'), `${stays} 12345\n`)
  await load(at('fifth'), join(folder, 'older'), silentLog)

  const fifth = await openDatabase(at('fifth'), silentLog)
  try {
    const target = new DiskStore(join(folder, 'fifth', 'files'))
    assert.equal(await count(fifth, `app_user where name = 'Olvidada Canaria'`), 1, 'the copy knows him')
    assert.equal(await forgetAgain(fifth.owner, target), 1)
    assert.equal(await count(fifth, `app_user where name = 'Olvidada Canaria'`), 0)
    assert.equal(await count(fifth, `app_user where name = 'Quedada Canaria'`), 1)
    assert.equal(await count(fifth, `vno_admin_account where user_id = ${gone} and status = 5`), 1)
    assert.equal(await count(fifth, `erased_person where user_id = ${gone}`), 1)
    assert.equal(await forgetAgain(fifth.owner, target), 0, 'once is enough')
  } finally {
    await fifth.close()
  }
})
