import proj4 from 'proj4'

/**
 * Coordinate systems of Spanish networks, and their conversion to WGS84. ETRS89 and REGCAN95 count as WGS84: they differ by
 * less than a metre. `docs/decisions/0059-ed50-by-seven-parameters.md` gives the accuracy of ED50.
 */
export interface Crs {
  /** `EPSG:25830`. */
  code: string
  /** Common name. */
  title: string
  /** True for geographic coordinates in degrees. */
  degrees: boolean
  /** Error after conversion to WGS84, metres; 0 without a change of datum. */
  accuracyM: number
  /** Easting or longitude first; non-finite outside of the system. */
  toWgs84(x: number, y: number): readonly [lon: number, lat: number]
}

type Way = Crs['toWgs84']
const wgs84 = '+proj=longlat +datum=WGS84 +no_defs'
const nowhere = [NaN, NaN] as const

function way(from: string, to: string): Way {
  const { forward } = proj4(from, to)
  return (x, y) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return nowhere
    try {
      const [lon = NaN, lat = NaN] = forward([x, y])
      return [lon, lat]
    } catch {
      // Outside of the projection.
      return nowhere
    }
  }
}

const same: Way = (x, y) => [x, y]

/** Position-vector transformations EPSG:1634, 1630 and 1632, published by CNIG, with their areas in degrees of ED50. */
const ed50Regions = [
  { west: -9.5, east: -4.5, south: 41.5, north: 44, shift: '-178.383,-83.172,-221.293,0.5401,-0.5319,-0.1263,21.2' },
  { west: 0.9, east: 4.6, south: 38.3, north: 40.3, shift: '-181.4609,-90.2931,-187.1902,0.1435,0.4922,-0.3935,17.57' },
  { west: -180, east: 180, south: -90, north: 90, shift: '-131.032,-100.251,-163.354,-1.2438,-0.0195,-1.1436,9.39' },
] as const
const ed50AccuracyM = 2
const ed50Ways = ed50Regions.map(({ shift, ...area }) => ({
  ...area,
  move: way(`+proj=longlat +ellps=intl +towgs84=${shift} +no_defs`, wgs84),
}))

const fromEd50: Way = (lon, lat) => {
  const region = ed50Ways.find((one) => lon >= one.west && lon <= one.east && lat >= one.south && lat <= one.north)
  return region ? region.move(lon, lat) : nowhere
}
const ed50Utm = (zone: number): Way => {
  const plain = way(`+proj=utm +zone=${zone} +ellps=intl +no_defs`, '+proj=longlat +ellps=intl +no_defs')
  return (x, y) => fromEd50(...plain(x, y))
}
const utm = (zone: number): Way => way(`+proj=utm +zone=${zone} +ellps=GRS80 +units=m +no_defs`, wgs84)
const mercator = way('EPSG:3857', wgs84)

interface Known {
  /** EPSG codes: its own first, then those of the same system with heights, which are left out. */
  codes: readonly number[]
  title: string
  degrees?: true
  accuracyM?: number
  way: Way
  /** Names in the WKT of GIS programs, normalized by `fold`. */
  names: readonly string[]
}

const zones = [28, 29, 30, 31] as const
const known: readonly Known[] = [
  {
    codes: [4326, 4979, 9518, 9705, 9707],
    title: 'WGS84',
    degrees: true,
    way: same,
    names: ['gcswgs1984', 'wgs84', 'wgs1984'],
  },
  {
    codes: [4258, 4937, 7409, 7423, 9422, 9505, 9506, 9507, 9508, 9509],
    title: 'ETRS89',
    degrees: true,
    way: same,
    names: ['gcsetrs1989', 'etrs89', 'etrs1989'],
  },
  {
    codes: [4081, 4080, 9510, 9511, 9512, 9513, 9514, 9515, 9516],
    title: 'REGCAN95',
    degrees: true,
    way: same,
    names: ['gcsregcan95', 'regcan95'],
  },
  {
    codes: [4230],
    title: 'ED50',
    degrees: true,
    accuracyM: ed50AccuracyM,
    way: fromEd50,
    names: ['gcseuropean1950', 'ed50', 'europeandatum1950'],
  },
  {
    codes: [3857, 900_913, 102_100, 3785],
    title: 'Web Mercator',
    way: mercator,
    names: ['WGS 1984 Web Mercator Auxiliary Sphere', 'wgs84pseudomercator', 'wgs1984webmercator'],
  },
  ...zones.map((zone) => ({
    codes: [25_800 + zone],
    title: `ETRS89 / UTM ${zone}N`,
    way: utm(zone),
    names: [`etrs1989utmzone${zone}n`, `etrs89utmzone${zone}n`],
  })),
  ...zones.map((zone) => ({
    codes: [32_600 + zone],
    title: `WGS84 / UTM ${zone}N`,
    way: utm(zone),
    names: [`wgs1984utmzone${zone}n`, `wgs84utmzone${zone}n`],
  })),
  ...zones.map((zone) => ({
    codes: [23_000 + zone],
    title: `ED50 / UTM ${zone}N`,
    accuracyM: ed50AccuracyM,
    way: ed50Utm(zone),
    names: [`ed1950utmzone${zone}n`, `ed50utmzone${zone}n`],
  })),
  ...([27, 28] as const).map((zone) => ({
    codes: [4055 + zone],
    title: `REGCAN95 / UTM ${zone}N`,
    way: utm(zone),
    names: [`regcan95utmzone${zone}n`],
  })),
]

function made({ codes, title, degrees = undefined, accuracyM = 0, way: toWgs84 }: Known): Crs {
  return { code: `EPSG:${codes[0]}`, title, degrees: degrees === true, accuracyM, toWgs84 }
}

const byCode = new Map(known.flatMap((one) => one.codes.map((code) => [code, made(one)] as const)))
const fold = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
const byName = new Map(known.flatMap((one) => one.names.map((name) => [fold(name), made(one)] as const)))

/** A system by its EPSG code. */
export function crsOfCode(code: number): Crs | null {
  return byCode.get(code) ?? null
}

/** A system by its own name, also where that says that it has heights: `ETRS89 + Alicante height`, `ETRS_1989_3D`. */
function crsTitled(name: string): Crs | null {
  const [plane = ''] = name.split(/\s\+\s/)
  const folded = fold(plane)
  return byName.get(folded) ?? byName.get(folded.replace(/3d$/, '')) ?? null
}

/** Systems of a plane and of heights in one: only the plane is taken. */
const compounds = [
  /^(EPSG:\d{4,6})\+(?:EPSG:)?\d{4,6}$/i,
  /^urn:(?:x-)?ogc:def:crs,(crs:[^,]+),/i,
  /\/crs-compound\?1=([^&]+)&/i,
]

/** `EPSG:25830`, `urn:ogc:def:crs:EPSG::25830`, `http://www.opengis.net/def/crs/EPSG/0/25830`, `OGC:CRS84`; null for others. */
export function crsNamed(name: string): Crs | null {
  const whole = name.trim()
  const plane = compounds.map((form) => form.exec(whole)?.[1]).find((part) => part !== undefined) ?? whole
  if (/\bCRS84h?$/i.test(plane)) return crsOfCode(4326)
  const code = /\b(?:EPSG|ESRI)\b.*?[:/](\d{4,6})$/i.exec(plane)?.[1]
  return code === undefined ? crsTitled(plane) : crsOfCode(Number(code))
}

/** Longest text of a system that is looked at, characters. */
const mostWkt = 100_000
const planeWords = /\b(?:PROJ(?:CS|CRS|ECTEDCRS)|GEOG(?:CS|CRS|RAPHICCRS)|GEOD(?:CRS|ETICCRS))\s*[[(]/i

/** The system of the plane in a WKT, which may stand beside one of heights: from its word to the bracket that closes it. */
function planeOf(wkt: string): string {
  const start = planeWords.exec(wkt)?.index ?? 0
  let [depth, quoted] = [0, false]
  for (let at = start; at < wkt.length; at++) {
    const char = wkt[at] ?? ''
    if (char === '"') quoted = !quoted
    else if (!quoted && '[('.includes(char)) depth += 1
    else if (!quoted && '])'.includes(char) && (depth -= 1) === 0) return wkt.slice(start, at + 1)
  }
  return wkt.slice(start)
}

/** The system of a WKT, by a known code or name, with its own name. */
export function crsOfWkt(wkt: string): { crs: Crs | null; name: string } {
  const plane = planeOf(wkt.slice(0, mostWkt))
  const name = /"([^"]{1,200})"/.exec(plane)?.[1] ?? ''
  const code = /(?:AUTHORITY|ID)\s*[[(]\s*"EPSG"\s*,\s*"?(\d{4,6})"?\s*[\])]\s*[\])]\s*$/i.exec(plane.slice(-200))?.[1]
  return { crs: (code === undefined ? null : crsOfCode(Number(code))) ?? crsTitled(name), name }
}

/** True if coordinates cannot be degrees. */
export function areMetres(x: number, y: number): boolean {
  return Math.abs(x) > 1000 || Math.abs(y) > 1000
}

const between = (value: number, low: number, high: number) => value >= low && value <= high

/** Likely system of coordinates in metres, for the error message. */
export function likelySystem(x: number, y: number): string {
  if (between(x, 0, 1_100_000) && between(y, 3_000_000, 3_300_000)) return 'REGCAN95 / UTM 28N (EPSG:4083)'
  if (between(x, 0, 1_100_000) && between(y, 3_850_000, 4_900_000))
    return 'ETRS89 / UTM (EPSG:25829, EPSG:25830 o EPSG:25831)'
  if (between(x, -2_100_000, 600_000) && between(y, 3_100_000, 5_600_000)) return 'Web Mercator (EPSG:3857)'
  if (between(y, 0, 1_100_000) && between(x, 3_000_000, 4_900_000)) return 'UTM con el norte antes que el este'
  return 'un sistema en metros'
}
