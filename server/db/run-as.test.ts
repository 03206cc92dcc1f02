/** User of the embedded PostgreSQL if the server runs as root: a separate one. With clusters: `run-as.night.ts`. */
import assert from 'node:assert/strict'
import { chown, link, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { asRoot, idOf, inOpenFolder, isRoot, ownerOf } from '../test/open-folder.ts'
import { handOver } from './cluster-place.ts'
import { chooseRunAs, databaseUser } from './run-as.ts'

test('an ordinary user runs it itself', { skip: isRoot && 'as root' }, () => {
  assert.deepEqual(chooseRunAs('/bin/true', '/'), { identity: {}, prefix: [] })
})

test('a running cluster keeps its user', asRoot, () => {
  const running = chooseRunAs('/bin/true', '/', { uid: 65_534, running: true })
  assert.deepEqual(running.identity.uid, 65_534)
  const stopped = chooseRunAs('/bin/true', '/', { uid: 65_534, running: false })
  assert.equal(stopped.identity.uid, idOf(databaseUser))
})

test('targets of links in the folder keep their owner', asRoot, () =>
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
