/** User of the embedded PostgreSQL if the server runs as root: a separate one. With clusters: `run-as.night.ts`. */
import assert from 'node:assert/strict'
import { chmod, chown, link, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLog } from '../log.ts'
import { asRoot, idOf, inOpenFolder, isRoot, ownerOf } from '../test/open-folder.ts'
import { createCluster } from './cluster-init.ts'
import { handOver, preparePlace } from './cluster-place.ts'
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

test('a program that does not start is quoted', () =>
  inOpenFolder(async (folder) => {
    const broken = join(folder, 'broken')
    await writeFile(broken, '#!/bin/sh\necho "$0: no libz.so" >&2\nexit 127\n')
    await chmod(broken, 0o755)
    if (isRoot) assert.throws(() => chooseRunAs(broken, folder), /no arranca[^]*broken: no libz.so/)
    const place = await preparePlace(join(folder, 'data'))
    const binaries = { ...place.binaries, initdb: broken }
    await assert.rejects(createCluster({ ...place, binaries }, silentLog), /No se pudo crear[^]*broken: no libz.so/)
  }))

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
