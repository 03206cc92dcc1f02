/** The process that reads a table: what it may take of memory, time and size. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, describe, it } from 'node:test'
import { fileBombs } from '../test/file-bombs.ts'
import { faultOf } from '../test/read-file.ts'
import { onLinux, stoppedChild } from '../test/stopped-child.ts'
import { zipped } from '../test/workbook.ts'
import { readApart, readTable } from './read-table.ts'
import type { TableKind } from './readers.ts'
import { tableLimits } from './table.ts'

const every: TableKind[] = ['csv', 'xlsx', 'geojson', 'zip']

describe('the process that reads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-load-'))
  after(() => rm(folder, { recursive: true, force: true }))

  const kept = async (name: string, content: string | Buffer): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, content)
    return path
  }

  it('is ended when its memory or its time is used up, and the file is refused', async () => {
    const path = await kept('costly', (await fileBombs['millions of empty shared texts']?.()) ?? '')
    const order = { path, kinds: every, spool: `${path}.rows` }
    assert.equal(await faultOf(readApart(order, { heapMb: 12, cpuMs: 60_000 })), 'memory')
    assert.equal(await faultOf(readApart(order, { heapMb: 256, cpuMs: 100 })), 'time')
  })
  it('may wait for a busy machine longer than any multiple of its processor time', onLinux, async () => {
    const path = await kept('starved', 'a,b\n1,2\n')
    const order = { path, kinds: every, spool: `${path}.rows` }
    const { work, goOn } = await stoppedChild(() => readApart(order, { heapMb: 256, cpuMs: 1500 }))
    await sleep(1500 * tableLimits.readWallTimes + 1000)
    goOn()
    assert.deepEqual((await work).heads, ['a', 'b'])
  })
  it('is ended when it stands still, and the file is refused', onLinux, async () => {
    const path = await kept('still', 'a,b\n1,2\n')
    const order = { path, kinds: every, spool: `${path}.rows` }
    const { work } = await stoppedChild(() => readApart(order, { heapMb: 256, cpuMs: 60_000, stillMs: 2000 }))
    assert.equal(await faultOf(work), 'time')
  })
  it('S34 a spreadsheet is refused when it unpacks to more than it may', async () => {
    const heavy = await zipped({ 'xl/workbook.xml': `<workbook>${' '.repeat(tableLimits.sharedBytes)}</workbook>` })
    assert.ok(heavy.length < 1 << 20)
    const path = await kept('heavy', heavy)
    assert.equal(await faultOf(readTable({ path }, every, 'job')), 'too_large')
  })
})
