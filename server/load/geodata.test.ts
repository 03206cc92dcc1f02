/** Binary files of GIS programs, compared with another reader each. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problem } from '@hilo/domain/problem.ts'
import { blobOf, dbfOf, geopackageOf, shpOf, zipped, type DbfField, type Shape } from '../test/geodata.ts'
import { columnOf } from '../test/answers.ts'
import { noteCodes, readContent, refusalOf, refusedLines, type Read } from '../test/read-file.ts'
import { readGeopackage } from './geopackage.ts'
import { readShapefile } from './shapefile.ts'

/** Has no types. */
const otherReader: string = 'shpjs'
const utm = [443_640, 4_471_420] as const
const here = [-3.6643, 40.3885] as const
const codesOf = ({ rows }: Read) => rows.map(({ values }) => values['code'])
const placesOf = ({ rows }: Read) => rows.map(({ values }) => [values['lon'], values['lat']])

const way = (...points: [number, number][]) => points
const one: Shape = { parts: [way([0, 40], [0, 40.001])] }
const two: Shape = { parts: [way([0, 40], [0, 41]), way([1, 40], [1, 41])] }

/** A damaged file may be refused, without any other failure. */
function onlyRefused(error: unknown): void {
  if (!(error instanceof Problem)) throw error
}

describe('a shapefile', () => {
  const fields: DbfField[] = [
    { name: 'code', type: 'C', length: 12 },
    { name: 'puertos', type: 'N', length: 8 },
    { name: 'alta', type: 'D', length: 8 },
    { name: 'llave', type: 'L', length: 1 },
  ]
  const row = (code: string | Buffer | null) => [code, '      16', '20261120', 'T']
  const prj = 'PROJCS["ETRS_1989_UTM_Zone_30N",GEOGCS["GCS_ETRS_1989"]]'
  const packed = async (
    kind: number,
    shapes: Shape[],
    rows: (string | Buffer | null)[],
    more: Record<string, string> = {},
    page = 0,
  ) =>
    await zipped({ 'red/Cajas.SHP': shpOf(kind, shapes), 'red/Cajas.dbf': dbfOf(fields, rows.map(row), page), ...more })
  const read = async (content: Buffer) => await readContent(readShapefile, content)

  it('gives its properties as they are written, in its own system', async () => {
    const found = await read(await packed(1, [utm, utm], ['A', 'B'], { 'red/Cajas.prj': prj }))
    assert.deepEqual(found.rows[0]?.values, {
      lat: '40.3914728',
      lon: '-3.6640701',
      code: 'A',
      puertos: '16',
      alta: '2026-11-20',
      llave: 'true',
    })
    assert.deepEqual([codesOf(found), noteCodes(found)], [['A', 'B'], ['crs']])
  })

  it('is read as another reader reads it', async () => {
    const shapes: Shape[] = [one, { parts: [way([1, 40], [1, 40.002], [1, 40.003])] }]
    const { parseShp, parseDbf } = (await import(otherReader)) as {
      parseShp(shp: Buffer): { coordinates: number[][] }[]
      parseDbf(dbf: Buffer): { code: string; puertos: number }[]
    }
    const theirs = parseShp(shpOf(3, shapes)).map(({ coordinates }) => coordinates[0]?.map(String))
    const found = await read(await packed(3, shapes, ['A', 'B']))
    assert.deepEqual(placesOf(found), theirs)
    assert.deepEqual(columnOf(columnOf(found.rows, 'values'), 'length_m'), ['111', '334'])
    const rows = parseDbf(dbfOf(fields, ['A', 'B'].map(row)))
    assert.deepEqual(codesOf(found), columnOf(rows, 'code'))
    assert.deepEqual(found.rows.map(({ values }) => Number(values['puertos'])), columnOf(rows, 'puertos')) // prettier-ignore
  })

  it('skips deleted records, and reports multipart, area and empty ones by line', async () => {
    const shapes: Shape[] = [null, two, 'area', { parts: [[here, here]] }, null]
    const found = await read(await packed(3, shapes, ['A', 'B', 'C', null, 'E']))
    assert.deepEqual(codesOf(found), ['A', 'B', 'C', 'E'])
    assert.deepEqual(refusedLines(found), [2, 3])
  })

  it('is read in its declared encoding, or in the detected one', async () => {
    const word = 'Alcorcón ñ'
    const dos = Buffer.from('Alcorc\xa2n \xa4o', 'latin1')
    for (const [bytes, more, page] of [
      [Buffer.from(word), { 'red/Cajas.cpg': 'UTF-8' }, 0],
      [Buffer.from(word), {}, 0],
      [Buffer.from(word, 'latin1'), { 'red/Cajas.cpg': 'ISO-8859-1' }, 0],
      [Buffer.from(word, 'latin1'), {}, 0x57],
      [dos, {}, 0x02],
      [dos, { 'red/Cajas.cpg': '850' }, 0],
      [dos, {}, 0],
    ] as const)
      assert.match(codesOf(await read(await packed(1, [here], [bytes], more, page)))[0] ?? '', /^Alcorcón ño?$/)
    const cut = Buffer.from('aaaaaaaaaaañ').subarray(0, 12)
    assert.deepEqual(codesOf(await read(await packed(1, [here], [cut], { 'red/Cajas.cpg': 'UTF-8' }))), ['aaaaaaaaaaa'])
  })

  it('is refused without properties, with several layers, or in an unknown system', async () => {
    const [shp, dbf] = [shpOf(1, [here]), dbfOf(fields, [row('A')])]
    assert.equal((await refusalOf(read(await zipped({ 'a.shp': shp })))).code, 'no_dbf')
    assert.equal((await refusalOf(read(await zipped({ 'a.shp': shp, 'b.shp': shp, 'a.dbf': dbf })))).code, 'layers')
    const prj = { 'red/Cajas.prj': 'PROJCS["Madrid_1870_LCC",X[]]' }
    const unknown = await refusalOf(read(await packed(1, [utm], ['A'], prj)))
    assert.ok(unknown.message.includes('Madrid_1870_LCC'))
    assert.equal((await refusalOf(read(await packed(1, [utm], ['A'])))).code, 'crs_metres')
  })

  it('that is torn or lies about its lengths never fails', async () => {
    const [shp, dbf] = [shpOf(3, [{ parts: [[here, here]] }]), dbfOf(fields, [row('A')])]
    for (let i = 0; i < 120; i++) {
      const bad = [Buffer.from(shp), Buffer.from(dbf)]
      const victim = bad[i % 2] ?? shp
      victim.writeUInt32LE(i % 3 === 0 ? 0xffffffff : (i * 2_654_435_761) >>> 0, (i * 7) % (victim.length - 4))
      const torn = (bad[1] ?? dbf).subarray(0, i % 5 === 0 ? i : undefined)
      await read(await zipped({ 'a.shp': bad[0] ?? shp, 'a.dbf': torn })).catch(onlyRefused)
    }
  })
})

describe('a GeoPackage', () => {
  const read = async (content: Buffer) => await readContent(readGeopackage, content)
  const made = async (srs: number, shapes: readonly (readonly [string, Shape])[], layers = ['cajas']) =>
    await geopackageOf(srs, layers, (db) => {
      for (const layer of layers)
        db.exec(`create table "${layer}" (fid integer primary key, geom blob, code text, puertos integer)`)
      for (const [i, [code, shape]] of shapes.entries())
        db.prepare(`insert into "${layers[0]}" (geom, code, puertos) values (?, ?, 16)`).run(
          blobOf(shape, i % 2 === 1),
          code,
        )
    })

  it('gives its columns but its number, and its place in its own system', async () => {
    const found = await read(
      await made(
        25_830,
        ['A', 'Peña'].map((code) => [code, utm] as const),
      ),
    )
    assert.deepEqual(found.rows[0]?.values, { lat: '40.3914728', lon: '-3.6640701', code: 'A', puertos: '16' })
    assert.deepEqual([codesOf(found), noteCodes(found)], [['A', 'Peña'], ['crs']])
    assert.deepEqual(placesOf(found)[0], placesOf(found)[1])
  })

  it('accepts single-part lines, and reports areas and multipart ones by line', async () => {
    const shapes: [string, Shape][] = [['A', one], ['B', two], ['C', 'area'], ['D', null]] // prettier-ignore
    const found = await read(await made(4326, shapes))
    assert.deepEqual(codesOf(found), ['A', 'B', 'C', 'D'])
    assert.deepEqual(refusedLines(found), [2, 3])
    assert.equal(found.rows[0]?.values['length_m'], '111')
  })

  it('is refused with several layers, none, or an unknown system', async () => {
    const several = await refusalOf(read(await made(4326, [['A', here]], ['cajas', 'postes'])))
    assert.match(several.message, /cajas, postes/)
    assert.equal((await refusalOf(read(await made(4326, [], [])))).code, 'empty')
    assert.match((await refusalOf(read(await made(20_790, [['A', utm]])))).message, /Lisboa/)
    assert.equal((await refusalOf(read(await made(-1, [['A', utm]])))).code, 'crs_metres')
  })

  it('is read from plain tables only: no computed content', async () => {
    const endless = `with recursive n(i) as (select 1 union all select i + 1 from n) select i as fid, null as geom, 'A' as code from n`
    for (const trap of [
      `create view cajas as ${endless}`,
      `create table cajas (fid integer primary key, geom blob, code text as /**/ (hex(zeroblob(1000000))))`,
      `create table cajas (fid integer primary key, code text, geom blob generated always as (zeroblob(1000000)))`,
      `create virtual table cajas using fts5(geom, code)`,
    ])
      assert.equal((await refusalOf(read(await geopackageOf(4326, ['cajas'], (db) => db.exec(trap))))).code, 'broken')
    const contents = await geopackageOf(4326, ['cajas'], (db) => {
      db.exec(
        `drop table gpkg_contents; create view gpkg_contents as select 'cajas' as table_name, 'features' as data_type from (${endless})`,
      )
    })
    assert.equal((await refusalOf(read(contents))).code, 'broken')
  })

  it('that is torn never fails', async () => {
    const shapes = ['A', 'B'].map((code) => [code, here] as const)
    const whole = await made(4326, shapes)
    for (let i = 0; i < 60; i++) {
      const torn = Buffer.from(whole)
      for (let k = 0; k < 20; k++) torn[100 + ((i * 7919 + k * 104_729) % (torn.length - 100))] = (i * 31 + k) & 255
      await read(i % 3 === 0 ? torn.subarray(0, (i + 1) * 512) : torn).catch(onlyRefused)
    }
  })
})
