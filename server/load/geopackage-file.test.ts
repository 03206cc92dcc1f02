/** GeoPackages that were copied while a program had them open, and their logs. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { blobOf, geopackageOf, zipped } from '../test/geodata.ts'
import { noteCodes, readContent, refusalOf, type Read } from '../test/read-file.ts'
import { readGeopackage } from './geopackage.ts'
import { openTable, type TableKind } from './readers.ts'

const kinds: TableKind[] = ['csv', 'geopackage']
const codesOf = ({ rows }: Read) => rows.map(({ values }) => values['code'])
const read = async (content: Buffer) => await readContent((path) => openTable(path, kinds), content)

const made = async (codes: string[]) =>
  await geopackageOf(4326, ['cajas'], (db) => {
    db.exec('create table cajas (fid integer primary key, geom blob, code text, feeder_m real, puertos integer)')
    for (const code of codes)
      db.prepare('insert into cajas (geom, code, feeder_m, puertos) values (?, ?, 45.0, 16)').run(
        blobOf([-3, 40]),
        code,
      )
  })

/** File and log as they are while `change` is not yet in the file. */
async function opened(content: Buffer, change: string): Promise<{ file: Buffer; log: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-wal-'))
  const path = join(folder, 'a.gpkg')
  try {
    await writeFile(path, content)
    const db = new DatabaseSync(path)
    db.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0')
    db.exec(change)
    const parts = { file: await readFile(path), log: await readFile(`${path}-wal`) }
    db.close()
    return parts
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('a GeoPackage that was copied while open', () => {
  const change = `update cajas set code = 'B'`

  it('is read as far as it is there, with a note', async () => {
    const { file } = await opened(await made(['A']), change)
    for (const content of [file, await zipped({ 'red/cajas.gpkg': file })]) {
      const found = await read(content)
      assert.deepEqual([codesOf(found), noteCodes(found)], [['A'], ['wal']])
    }
  })

  it('is read with its log from a ZIP, without a note', async () => {
    const { file, log } = await opened(await made(['A']), change)
    const parts = { 'red/cajas.gpkg': file, 'red/cajas.gpkg-wal': log, 'red/cajas.gpkg-shm': Buffer.alloc(32_768, 1) }
    const found = await read(await zipped({ ...parts, '__MACOSX/red/._cajas.gpkg': Buffer.from('x') }))
    assert.deepEqual([codesOf(found), found.notes], [['B'], []])
  })

  it('is refused where everything is in the log, with both remedies', async () => {
    const whole = await made(['A'])
    const rows = await opened(await made([]), `insert into cajas (code) values ('A')`)
    const tables = await opened(Buffer.alloc(0), 'create table a (b)')
    for (const { file } of [rows, tables]) {
      const { code, message } = await refusalOf(read(file))
      assert.equal(code, 'wal')
      assert.match(message, /Ciérralo en QGIS.*ZIP.*\.gpkg-wal/)
    }
    assert.deepEqual(codesOf(await read(await zipped({ 'a.gpkg': rows.file, 'a.gpkg-wal': rows.log }))), ['A'])
    assert.equal((await refusalOf(read(await zipped({ 'a.gpkg': whole, 'b.gpkg': whole })))).code, 'layers')
  })

  it('is read from plain tables only, also with its log', async () => {
    const view = `alter table cajas rename to other; create view cajas as select * from other`
    const { file, log } = await opened(await made(['A']), view)
    const parts = await zipped({ 'a.gpkg': file, 'a.gpkg-wal': log })
    assert.equal((await refusalOf(read(parts))).code, 'broken')
  })

  it('with a log that is torn never fails', async () => {
    const { file, log } = await opened(await made(['A']), change)
    for (let i = 0; i < 20; i++) {
      const torn = Buffer.from(log)
      torn[(i * 7919) % torn.length] = i
      const parts = await zipped({ 'a.gpkg': file, 'a.gpkg-wal': i % 4 === 0 ? torn.subarray(0, i * 200) : torn })
      assert.match(codesOf(await read(parts))[0] ?? '', /^[AB]$/)
    }
  })
})

describe('a GeoPackage', () => {
  it('gives the numbers of its number columns, and texts of more digits than a number keeps', async () => {
    const content = await geopackageOf(4326, ['cajas'], (db) =>
      db.exec(`create table cajas (geom blob, feeder_m real, puertos mediumint, id integer, code text);
        insert into cajas values (null, 45.0, 16, 9007199254740993, '08001'), (null, 62.125, null, 7, '45.000')`),
    )
    const { rows } = await readContent(readGeopackage, content)
    const cells = rows.map(({ values }) => [values['feeder_m'], values['puertos'], values['id'], values['code']])
    assert.deepEqual(cells, [['45', '16', '9007199254740993', '08001'], ['62.125', '', '7', '45.000']]) // prettier-ignore
    assert.deepEqual(rows.map(({ types }) => Object.keys(types ?? {})), [['feeder_m', 'puertos'], ['feeder_m', 'id']]) // prettier-ignore
  })

  it('in a system with a number of its own is read by the text of it', async () => {
    const wkt = 'COMPD_CS["ETRS89 / UTM zone 30N + Alicante height",PROJCS["ETRS89 / UTM zone 30N",GEOGCS["ETRS89"]],VERT_CS["Alicante height"]]' // prettier-ignore
    const content = await geopackageOf(100_000, ['cajas'], (db) => {
      db.prepare(`insert into gpkg_spatial_ref_sys values ('Red', 100000, 'NONE', 100000, ?)`).run(wkt)
      db.exec('create table cajas (geom blob, code text)')
      db.prepare('insert into cajas values (?, ?)').run(blobOf([443_640, 4_471_420]), 'A')
    })
    assert.equal((await readContent(readGeopackage, content)).rows[0]?.values['lat'], '40.3914728')
  })
})
