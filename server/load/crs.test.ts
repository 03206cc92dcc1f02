import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crsNamed, crsOfWkt, likelySystem } from './crs.ts'

/** Distance in metres between two near places. */
function apart([lonA, latA]: readonly [number, number], [lonB, latB]: readonly [number, number]): number {
  const metre = 111_320
  return Math.hypot((latB - latA) * metre, (lonB - lonA) * metre * Math.cos((latA * Math.PI) / 180))
}

describe('coordinate systems', () => {
  it('are recognized in every notation of programs', () => {
    for (const name of [
      'EPSG:25830',
      'urn:ogc:def:crs:EPSG::25830',
      'urn:ogc:def:crs:EPSG:8.8:25830',
      'http://www.opengis.net/def/crs/EPSG/0/25830',
      'epsg:25830',
      'ETRS89 / UTM zone 30N',
      'ETRS_1989_UTM_Zone_30N',
    ])
      assert.equal(crsNamed(name)?.code, 'EPSG:25830', name)
    for (const name of ['urn:ogc:def:crs:OGC:1.3:CRS84', 'OGC:CRS84', 'CRS84', 'EPSG:4326', 'WGS 84'])
      assert.equal(crsNamed(name)?.code, 'EPSG:4326', name)
    for (const name of ['EPSG:2062', 'EPSG:3042', 'http://a.test/crs/1', '', 'EPSG:', 'local', 'EPSG:25830x'])
      assert.equal(crsNamed(name), null, name)
  })

  it('are recognized by the WKT of GIS programs, by code before name', () => {
    const esri = 'PROJCS["ETRS_1989_UTM_Zone_29N",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989"]],UNIT["Meter",1.0]]'
    const ogc = 'PROJCS["Mi sistema",GEOGCS["ED50",AUTHORITY["EPSG","4230"]],AUTHORITY["EPSG","23030"]]'
    const wkt2 = 'PROJCRS["REGCAN95 / UTM zone 28N",BASEGEOGCRS["REGCAN95"],ID["EPSG",4083]]'
    assert.equal(crsOfWkt(esri).crs?.code, 'EPSG:25829')
    assert.equal(crsOfWkt(ogc).crs?.code, 'EPSG:23030')
    assert.equal(crsOfWkt(wkt2).crs?.code, 'EPSG:4083')
    assert.deepEqual(crsOfWkt('PROJCS["Madrid_1870",GEOGCS["GCS_Madrid"]]'), { crs: null, name: 'Madrid_1870' })
  })

  it('with heights are those of their plane, in every notation', () => {
    for (const name of [
      'EPSG:25830+5782',
      'epsg:25830+EPSG:5782',
      'urn:ogc:def:crs,crs:EPSG::25830,crs:EPSG::5782',
      'urn:ogc:def:crs,crs:EPSG:9.8:25830,crs:EPSG:9.8:5782',
      'http://www.opengis.net/def/crs-compound?1=http://www.opengis.net/def/crs/EPSG/0/25830&2=http://www.opengis.net/def/crs/EPSG/0/5782',
      'ETRS89 / UTM zone 30N + Alicante height',
      'ETRS_1989_UTM_Zone_30N_3D',
    ])
      assert.equal(crsNamed(name)?.code, 'EPSG:25830', name)
    for (const name of ['EPSG:9505', 'EPSG:4937', 'ETRS_1989_3D', 'ETRS89 (3D)', 'ETRS89 + EVRF2007 height'])
      assert.equal(crsNamed(name)?.code, 'EPSG:4258', name)
    for (const name of ['EPSG:9513', 'REGCAN95 + Gran Canaria height', 'REGCAN95_3D'])
      assert.equal(crsNamed(name)?.code, 'EPSG:4081', name)
    for (const name of [
      'EPSG:3042+5782',
      'urn:ogc:def:crs,crs:EPSG::3042,crs:EPSG::5782',
      'Local + Alicante height',
      '+',
    ])
      assert.equal(crsNamed(name), null, name)
  })

  it('with heights are found in a WKT, inside a compound or beside the heights', () => {
    const plane = 'PROJCS["ETRS89 / UTM zone 30N",GEOGCS["ETRS89",AUTHORITY["EPSG","4258"]],AUTHORITY["EPSG","25830"]]'
    const heights = 'VERT_CS["Alicante height",AUTHORITY["EPSG","5782"]]'
    const esri = 'PROJCS["ETRS_1989_UTM_Zone_30N",GEOGCS["GCS_ETRS_1989"]]'
    for (const wkt of [
      `COMPD_CS["ETRS89 / UTM zone 30N + Alicante height",${plane},${heights}]`,
      `COMPD_CS["Mi [sistema",${plane},${heights},AUTHORITY["EPSG","99999"]]`,
      `COMPOUNDCRS["x",PROJCRS["ETRS89 / UTM zone 30N",BASEGEOGCRS["ETRS89"],ID["EPSG",25830]],VERTCRS["y",ID["EPSG",5782]]]`,
      `${esri},VERTCS["Alicante"]`,
      esri.replace('30N"', '30N_3D"'),
    ])
      assert.equal(crsOfWkt(wkt).crs?.code, 'EPSG:25830', wkt)
    assert.equal(crsOfWkt('GEOGCS["ETRS_1989_3D",LINUNIT["Meter",1.0]]').crs?.code, 'EPSG:4258')
    assert.equal(crsOfWkt(`COMPD_CS["x",PROJCS["Madrid_1870",GEOGCS["ETRS89"]],${heights}]`).crs, null)
  })

  it('are converted to the same WGS84 place', () => {
    // The Puerta del Sol.
    const drawn = [
      ['EPSG:25830', 440_290.49, 4_474_254.65],
      ['EPSG:32630', 440_290.49, 4_474_254.65],
      ['EPSG:3857', -412_304, 4_926_697],
      ['EPSG:4258', -3.70379, 40.41678],
    ] as const
    for (const [name, x, y] of drawn) {
      const crs = crsNamed(name)
      assert.ok(crs)
      assert.ok(apart(crs.toWgs84(x, y), [-3.70379, 40.41678]) < 20, `${name}: ${String(crs.toWgs84(x, y))}`)
    }
  })

  it('have their meridian where their zone has it', () => {
    const middle = { 'EPSG:25830': -3, 'EPSG:25831': 3, 'EPSG:25829': -9, 'EPSG:4083': -15 }
    for (const [code, meridian] of Object.entries(middle)) {
      const crs = crsNamed(code)
      const [lon, lat] = crs?.toWgs84(500_000, 4_000_000) ?? []
      assert.ok(
        Math.abs((lon ?? 0) - meridian) < 1e-7 && Math.abs((lat ?? 0) - 36.1441) < 0.001,
        `${code} ${lon} ${lat}`,
      )
    }
  })

  it('of ED50 are shifted by the official parameters: 170 m in Madrid, never more than 250', () => {
    const ed50 = crsNamed('EPSG:4230')
    assert.ok(ed50)
    // By the IGN's grid: 4.2" south and 4.7" west in Madrid.
    const [lon, lat] = ed50.toWgs84(-3.6643, 40.3885)
    assert.ok(Math.abs((lat - 40.3885) * 3600 + 4.2) < 0.15, String((lat - 40.3885) * 3600))
    assert.ok(Math.abs((lon + 3.6643) * 3600 + 4.7) < 0.15, String((lon + 3.6643) * 3600))
    for (const place of [
      [-8.54, 42.88],
      [-3.7, 40.4],
      [2.17, 41.38],
      [2.65, 39.57],
      [-5.98, 37.38],
    ] as const) {
      const distance = apart(place, ed50.toWgs84(place[0], place[1]))
      assert.ok(distance > 140 && distance < 250, `${String(place)}: ${distance}`)
    }
  })

  it('of ED50 join where the areas of their parameters meet, within their accuracy', () => {
    const ed50 = crsNamed('EPSG:4230')
    const utm = crsNamed('EPSG:23030')
    assert.ok(ed50 && utm)
    for (const lon of [-4.6, -5.5, -6.4]) {
      const [below, above] = [ed50.toWgs84(lon, 41.499999), ed50.toWgs84(lon, 41.500001)]
      assert.ok(apart(below, above) < 2 * ed50.accuracyM, `${lon}: ${apart(below, above)}`)
    }
    // UTM of ED50 is the same place as its degrees: checked at the central meridian.
    const [x] = utm.toWgs84(500_000, 4_480_000)
    assert.ok(Math.abs((x + 3) * 3600 + 4.7) < 0.3, String((x + 3) * 3600))
  })

  it('give no place outside of their area, and never throw', () => {
    for (const name of ['EPSG:25830', 'EPSG:23030', 'EPSG:3857', 'EPSG:4230']) {
      for (const [x, y] of [
        [NaN, 0],
        [Infinity, 0],
        [1e300, -1e300],
        [1e9, 1e9],
      ] as const) {
        const [lon, lat] = crsNamed(name)?.toWgs84(x, y) ?? []
        assert.ok(typeof lon === 'number' && typeof lat === 'number')
      }
    }
  })

  it('are guessed from coordinates in metres, to be named in a refusal', () => {
    assert.match(likelySystem(443_640, 4_471_420), /25830/)
    assert.match(likelySystem(458_000, 3_110_000), /4083/)
    assert.match(likelySystem(-412_304, 4_926_697), /3857/)
    assert.match(likelySystem(4_471_420, 443_640), /norte/)
    assert.match(likelySystem(9e7, 9e7), /metros/)
  })
})
