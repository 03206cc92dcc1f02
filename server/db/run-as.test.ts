/** User of the embedded PostgreSQL if the server runs as root: a separate one, which takes over files of `nobody`. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, chown, link, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLog } from '../log.ts'
import { handOver } from './cluster-place.ts'
import { openCluster, runningCluster } from './embedded.ts'
import { chooseRunAs, databaseUser } from './run-as.ts'

const isRoot = process.getuid?.() === 0
const skip = isRoot ? false : 'needs root'
const lost = (error: Error) => {
  throw error
}

/** A folder that other users can traverse, as `/var/lib/hilo`. */
async function inOpenFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-run-as-'))
  await chmod(folder, 0o711)
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
const idOf = (user: string) => Number(spawnSync('id', ['-u', user], { encoding: 'utf8' }).stdout)
const ownerOf = async (path: string) => (await lstat(path)).uid

test('an ordinary user runs it itself', { skip: isRoot && 'as root' }, () => {
  assert.deepEqual(chooseRunAs('/bin/true', '/'), { identity: {}, prefix: [] })
})

test('as root a cluster belongs to a separate system user, created at the first start', { skip }, () =>
  inOpenFolder(async (folder) => {
    const data = join(folder, 'data')
    const { close } = await openCluster(data, silentLog, lost)
    await close()
    const uid = idOf(databaseUser)
    assert.ok(uid > 0 && uid !== 65_534, `${uid}`)
    assert.equal(await ownerOf(join(data, 'pg')), uid)
    assert.equal(await ownerOf(join(data, 'owner.key')), 0)
  }),
)

test('a cluster of nobody is taken over once it has stopped, and not while it runs', { skip }, () =>
  inOpenFolder(async (folder) => {
    const data = join(folder, 'data')
    const { close } = await openCluster(data, silentLog, lost)
    await close()
    const everything = async () =>
      (await readdir(join(data, 'pg'), { recursive: true })).map((one) => join(data, 'pg', one))
    for (const path of [join(data, 'pg'), join(data, 'run'), ...(await everything())]) await chown(path, 65_534, 65_534)
    const again = await openCluster(data, silentLog, lost)
    // Asked once: starting a program from this large process, for each of a thousand files, costs a minute.
    const uid = idOf(databaseUser)
    for (const path of await everything()) assert.equal(await ownerOf(path), uid, path)
    assert.notEqual(await runningCluster(data), null)
    await again.close()
  }),
)

test('a running cluster keeps its user', { skip }, () => {
  const running = chooseRunAs('/bin/true', '/', { uid: 65_534, running: true })
  assert.deepEqual(running.identity.uid, 65_534)
  const stopped = chooseRunAs('/bin/true', '/', { uid: 65_534, running: false })
  assert.equal(stopped.identity.uid, idOf(databaseUser))
})

test('targets of links in the folder keep their owner', { skip }, () =>
  inOpenFolder(async (folder) => {
    const [outside, tree] = [join(folder, 'outside'), join(folder, 'tree')]
    await writeFile(outside, 'root')
    await mkdir(tree)
    await symlink(outside, join(tree, 'symbolic'))
    await chown(tree, 65_534, 65_534)
    const owner = { uid: 65_533, gid: 65_533 }
    await handOver(tree, { owner, identity: owner, prefix: [] })
    assert.deepEqual([await ownerOf(outside), await ownerOf(tree)], [0, 65_533])
    await chown(tree, 65_534, 65_534)
    await link(outside, join(tree, 'hard'))
    await assert.rejects(handOver(tree, { owner, identity: owner, prefix: [] }), /más de un nombre/)
    assert.equal(await ownerOf(outside), 0)
  }),
)
