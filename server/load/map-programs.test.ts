/** Map files of other programs through the API: stored values and warnings. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connectionType } from '@hilo/domain/status.ts'
import { insert, makeVno } from '../test/factories.ts'
import { caseFile, codes, startLoadCases, warned } from '../test/load-cases.ts'
import { makeCto } from '../test/plant-factories.ts'

/** Properties of the programs' files that no column takes. */
const ignore_columns = ['fecha_instalación', 'fecha_inst', 'activa', 'revisada', 'id_largo']
/** The five boxes of the programs' files, by municipality. */
const towns = ['28079', '28092', '45168', '11012', '15030']
const places = [
  [40.3885, -3.6643],
  [40.323, -3.865],
  [39.8597, -4.0213],
  [36.534, -6.296],
  [43.371, -8.396],
]
const drops = ['D28-0104340-5', 'D28-0104342-1', 'D28-0104344-7']
const old = ['28079-VAL01-0055-01', '28079-VAL01-0055-02', '28079-VAL01-0055-03']

describe('map files of other programs', async () => {
  const cases = await startLoadCases()
  const { db } = cases.server
  await makeCto(db, { code: '28079-VAL01-0055-02', label: 'VAL01-0055-02' })
  const cable = { vno_id: (await makeVno(db)).id, type: 'interior', connection_type: connectionType.values[0] }
  for (const label of drops) await insert(db, 'drop_cable', { label, state: 'reutilizable', ...cable })

  const file = async (name: string, query?: object) => await cases.file('cto', name, query)
  const kept = async (column: string, boxes = old) =>
    await Promise.all(boxes.map(async (code) => (await cases.box(code))?.[column]))
  const faultOf = async (name: string) => {
    const { body } = await cases.send('cto', await caseFile(name))
    return (body as { details?: { code: string; message: string }[] }).details?.[0]
  }
  const notes = (record: Awaited<ReturnType<typeof file>>) => record.warnings.map(({ code }) => code)
  const series = (mark: string) => towns.map((town, at) => `${town}-${mark}-0001-0${at + 1}`)
  const areKept = async (mark: string) => {
    const [lats, lons] = [await kept('lat', series(mark)), await kept('lon', series(mark))]
    for (const [at, [lat = 0, lon = 0]] of places.entries()) {
      assert.ok(Math.abs(Number(lats[at]) - lat) < 1e-6, `${mark} ${lats[at]}`)
      assert.ok(Math.abs(Number(lons[at]) - lon) < 1e-6, `${mark} ${lons[at]}`)
    }
    assert.deepEqual(await kept('feeder_m', series(mark)), [1000, 2380, 333, 20, 12_000])
  }

  it('lengths that a program has measured are rounded to metres, and it is told', async () => {
    const length = async (label: string) => {
      const query = 'select length_m from drop_cable where label = $1'
      return (await cases.server.db.owner.query<{ length_m: number }>(query, [label])).rows[0]?.length_m
    }

    const rounded = await file('a-dbf-longitud-qgis.zip', { kind: 'drop' })
    assert.deepEqual(await Promise.all(drops.map(length)), [63, 48, 120])
    assert.ok(warned(rounded).includes('length_m rounded 1,2'))
    await file('a-gpkg-longitud-real.gpkg', { kind: 'drop' })
    assert.deepEqual(await Promise.all(drops.map(length)), [62, 48, 3])
  })
  it('a GeoPackage that was copied while open is loaded with a warning', async () => {
    const record = await file('c-gpkg-copiado-abierto.gpkg')
    assert.deepEqual(await kept('access_notes', old.slice(0, 1)), ['Nota que ya estaba'])
    assert.match(record.warnings.find(({ code }) => code === 'wal')?.message ?? '', /últimos cambios.*\.gpkg-wal/)
  })
  it('what a placemark says beside its data is told to be left out', async () => {
    const place = `<name>28079-VAL01-0055-01</name><description>Llave en conserjería</description>`
    const data = '<ExtendedData><Data name="planta"><value>2</value></Data></ExtendedData>'
    const record = await cases.load('cto', `<kml><Document><Placemark>${place}${data}</Placemark></Document></kml>`)
    assert.ok(warned(record).includes('description ignored 1'))
    assert.deepEqual(codes(record), ['1 UPDATED'])
  })
  it('a name that the format has cut short stands for the only column that begins so, and it is told', async () => {
    const record = await file('f-shp-nombres-cortados.zip')
    assert.deepEqual(await kept('access_notes', old.slice(0, 1)), ['La llave la tiene la portera'])
    assert.ok(notes(record).includes('cut_head'))
    await file('i-shp-cabeceras-cortadas.zip', { ignore_columns })
    await areKept('G12')
    assert.deepEqual(await kept('postal_code', series('G12')), ['28053', '28931', '45001', '11005', '15001'])
  })
  it('documents that a KMZ links inside itself are read', async () => {
    const record = await file('c-ogr-libkml.kmz', { ignore_columns })
    assert.equal(record.rows_ok, 5)
    await areKept('G11')
    assert.deepEqual(await kept('street_number', series('G11')), ['38', '7 bis', '1', '12', '3-5'])
    assert.deepEqual(await kept('height_m', series('G11')), [2.5, 3.2, null, 0.1, 2])
  })
  it('the id of a feature is its code where no property is, and it is told', async () => {
    const record = await file('l-id-de-feature.geojson', { ignore_columns })
    await areKept('G31')
    assert.ok(notes(record).includes('key_head'))
  })
  it('systems with heights are read without them', async () => {
    await file('m-25830-con-alturas.geojson')
    await areKept('G84')
    await file('m-shp-etrs89-3d.zip')
    await areKept('G86')
  })
  it('a format that is not read is refused by its name', async () => {
    for (const [name, code, words] of [
      ['k-flatgeobuf.fgb', 'stranger', /FlatGeobuf/],
      ['k-mif.mif', 'stranger', /MapInfo/],
      ['k-sylk.slk', 'stranger', /SYLK/],
      ['k-ods-plano.fods', 'ods', /OpenDocument/],
    ] as const) {
      const fault = await faultOf(name)
      assert.equal(fault?.code, code, name)
      assert.match(fault?.message ?? '', words)
    }
  })
})
