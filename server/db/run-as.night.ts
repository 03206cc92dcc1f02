/** User of the embedded PostgreSQL if the server runs as root: clusters of its own, which take over files of `nobody`. */
import assert from 'node:assert/strict'
import { chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLog } from '../log.ts'
import { asRoot, idOf, inOpenFolder, ownerOf } from '../test/open-folder.ts'
import { openCluster, runningCluster } from './embedded.ts'
import { databaseUser } from './run-as.ts'

const lost = (error: Error) => {
  throw error
}

test('as root a cluster belongs to a separate system user, created at the first start', asRoot, () =>
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

test('a cluster of nobody is taken over once it has stopped, and not while it runs', asRoot, () =>
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
