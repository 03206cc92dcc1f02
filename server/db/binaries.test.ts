import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { linkLibraries } from './binaries.ts'

test('libraries are linked where npm ran no install script, and by two starts at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-links-'))
  try {
    const native = join(folder, 'native')
    await mkdir(join(native, 'lib'), { recursive: true })
    const list = ['libz.so', 'libz.so.1'].map((name) => ({
      source: 'native/lib/libz.so.1.2',
      target: `native/lib/${name}`,
    }))
    await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(list))
    await writeFile(join(native, 'lib', 'libz.so.1.2'), 'z')
    await Promise.all([linkLibraries(native), linkLibraries(native)])
    await linkLibraries(native)
    assert.equal(await readlink(join(native, 'lib', 'libz.so.1')), 'libz.so.1.2')
    assert.equal(await readFile(join(native, 'lib', 'libz.so'), 'utf8'), 'z')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
