/** Provinces of Spain, and detection of contradictions among a place's codes, names and coordinates. */
import { looseName } from './text.ts'

/** Degrees. */
interface Bounds {
  south: number
  north: number
  west: number
  east: number
}
interface Province extends Bounds {
  /** First two digits of the INE codes of its municipalities, and of its postal codes. */
  code: string
  /** The usual name first, then alternatives. */
  names: readonly [string, ...string[]]
}

const province = (code: string, names: string, south: number, north: number, west: number, east: number): Province => ({
  code,
  names: names.split('|') as [string, ...string[]],
  south,
  north,
  west,
  east,
})

/**
 * Bounding box of each province, rounded outwards to a tenth of a degree (about 10 km), so neighbours overlap: enough
 * to detect a wrong sign, swapped coordinates or another city; not enough to tell a village from the next.
 */
export const provinces: readonly Province[] = [
  province('01', 'Álava|Araba|Araba/Álava', 42.4, 43.3, -3.3, -2.2),
  province('02', 'Albacete', 38, 39.5, -3, -0.8),
  province('03', 'Alicante|Alacant|Alicante/Alacant', 37.8, 39, -1.2, 0.3),
  province('04', 'Almería', 36.6, 38, -3.2, -1.6),
  province('05', 'Ávila', 40, 41.2, -5.8, -4.1),
  province('06', 'Badajoz', 37.9, 39.5, -7.4, -4.6),
  province('07', 'Baleares|Illes Balears|Islas Baleares|Balears, Illes', 38.6, 40.2, 1.1, 4.4),
  province('08', 'Barcelona', 41.1, 42.4, 1.3, 2.9),
  province('09', 'Burgos', 41.4, 43.3, -4.4, -2.5),
  province('10', 'Cáceres', 39, 40.5, -7.6, -4.9),
  province('11', 'Cádiz', 35.9, 37.1, -6.5, -5),
  province('12', 'Castellón|Castelló|Castellón/Castelló', 39.6, 40.9, -0.9, 0.6),
  province('13', 'Ciudad Real', 38.3, 39.6, -5.1, -2.6),
  province('14', 'Córdoba', 37.1, 38.8, -5.6, -3.9),
  province('15', 'A Coruña|La Coruña|Coruña, A', 42.4, 43.9, -9.4, -7.6),
  province('16', 'Cuenca', 39.2, 40.7, -3.3, -1.1),
  province('17', 'Girona|Gerona', 41.6, 42.6, 1.7, 3.4),
  province('18', 'Granada', 36.6, 38.1, -4.4, -2.2),
  province('19', 'Guadalajara', 40.1, 41.4, -3.6, -1.5),
  province('20', 'Gipuzkoa|Guipúzcoa', 42.8, 43.5, -2.7, -1.7),
  province('21', 'Huelva', 36.7, 38.3, -7.6, -6.1),
  province('22', 'Huesca', 41.3, 43, -1, 0.9),
  province('23', 'Jaén', 37.3, 38.6, -4.4, -2.4),
  province('24', 'León', 42, 43.3, -7.2, -4.7),
  province('25', 'Lleida|Lérida', 41.2, 42.9, 0.3, 1.9),
  province('26', 'La Rioja|Rioja, La|Rioja', 41.9, 42.7, -3.2, -1.6),
  province('27', 'Lugo', 42.3, 43.8, -8.1, -6.8),
  province('28', 'Madrid|Comunidad de Madrid', 39.8, 41.2, -4.6, -3),
  province('29', 'Málaga', 36.2, 37.3, -5.7, -3.7),
  province('30', 'Murcia|Región de Murcia', 37.3, 38.8, -2.4, -0.6),
  province('31', 'Navarra|Nafarroa', 41.9, 43.4, -2.6, -0.7),
  province('32', 'Ourense|Orense', 41.8, 42.6, -8.4, -6.7),
  province('33', 'Asturias|Principado de Asturias', 42.8, 43.7, -7.2, -4.5),
  province('34', 'Palencia', 41.7, 43.1, -5.1, -3.8),
  province('35', 'Las Palmas|Palmas, Las', 27.6, 29.5, -15.9, -13.3),
  province('36', 'Pontevedra', 41.8, 42.9, -9, -7.8),
  province('37', 'Salamanca', 40.2, 41.4, -7, -5),
  province('38', 'Santa Cruz de Tenerife|S. C. Tenerife|Tenerife', 27.6, 28.9, -18.2, -16),
  province('39', 'Cantabria|Santander', 42.7, 43.6, -4.9, -3.1),
  province('40', 'Segovia', 40.6, 41.7, -4.8, -3.1),
  province('41', 'Sevilla', 36.8, 38.3, -6.6, -4.6),
  province('42', 'Soria', 41, 42.2, -3.6, -1.7),
  province('43', 'Tarragona', 40.5, 41.6, 0.1, 1.7),
  province('44', 'Teruel', 39.8, 41.4, -1.9, 0.4),
  province('45', 'Toledo', 39.2, 40.4, -5.5, -2.8),
  province('46', 'Valencia|València|Valencia/València', 38.6, 40.3, -1.6, 0),
  province('47', 'Valladolid', 41, 42.4, -5.6, -3.9),
  province('48', 'Bizkaia|Vizcaya', 42.9, 43.5, -3.5, -2.4),
  province('49', 'Zamora', 41.1, 42.3, -7.1, -5.2),
  province('50', 'Zaragoza', 40.9, 42.8, -2.2, 0.5),
  province('51', 'Ceuta', 35.8, 36, -5.5, -5.2),
  province('52', 'Melilla', 35.2, 35.4, -3, -2.9),
]

/** INE code or postal code: five digits that begin with one of the 52 provinces. */
export const provincialCode = /^(?:0[1-9]|[1-4]\d|5[0-2])\d{3}$/

/** The province of an INE code or a postal code. */
export function provinceOf(code: string | null | undefined): Province | undefined {
  return code && provincialCode.test(code) ? provinces.find((one) => one.code === code.slice(0, 2)) : undefined
}

const named = new Map(provinces.flatMap((one) => one.names.map((name) => [looseName(name), one] as const)))

type Position = { lat: number; lon: number }
const within = ({ south, north, west, east }: Bounds, { lat, lon }: Position) =>
  lat >= south && lat <= north && lon >= west && lon <= east
const size = ({ south, north, west, east }: Bounds) => (north - south) * (east - west)

/** Provinces whose bounding box contains a position, the smallest box first; none at sea and abroad. */
export function provincesAt(position: Position): Province[] {
  return provinces.filter((one) => within(one, position)).toSorted((a, b) => size(a) - size(b))
}

/** The data given for one place. */
interface PlaceData {
  lat?: number | null | undefined
  lon?: number | null | undefined
  postal_code?: string | null | undefined
  ine_code?: string | null | undefined
  province?: string | null | undefined
}
type PlaceDoubtCode = 'sign' | 'swapped' | 'outside_spain' | 'other_province' | 'postal_ine' | 'province_name'
/** Two contradicting data of a place, reported at the field that is most likely wrong. */
interface PlaceDoubt {
  code: PlaceDoubtCode
  column: keyof PlaceData
  values: Record<string, string | number>
}

function positionDoubt({ lat, lon }: Position, expected: Province | undefined): PlaceDoubt | null {
  const isThere = (position: Position) => (expected ? within(expected, position) : provincesAt(position).length > 0)
  if (isThere({ lat, lon })) return null
  if (isThere({ lat, lon: -lon })) return { code: 'sign', column: 'lon', values: { guess: -lon } }
  if (isThere({ lat: lon, lon: lat })) return { code: 'swapped', column: 'lat', values: { lat: lon, lon: lat } }
  const [there] = provincesAt({ lat, lon })
  if (!there || !expected) return { code: 'outside_spain', column: 'lat', values: {} }
  return { code: 'other_province', column: 'lat', values: { said: expected.names[0], there: there.names[0] } }
}

/** Contradictions in a place's data; none where too little is given. */
export function placeDoubts({ lat, lon, postal_code, ine_code, province: name }: PlaceData): PlaceDoubt[] {
  const [ine, postal] = [provinceOf(ine_code), provinceOf(postal_code)]
  const expected = ine ?? postal
  const doubts: PlaceDoubt[] = []
  if (ine && postal && ine !== postal)
    doubts.push({
      code: 'postal_ine',
      column: 'postal_code',
      values: { postal: postal.names[0], ine: ine.names[0] },
    })
  const written = name ? named.get(looseName(name)) : undefined
  if (written && expected && written !== expected)
    doubts.push({ code: 'province_name', column: 'province', values: { said: name ?? '', code: expected.names[0] } })
  if (lat != null && lon != null) {
    const doubt = positionDoubt({ lat, lon }, expected)
    if (doubt) doubts.push(doubt)
  }
  return doubts
}
