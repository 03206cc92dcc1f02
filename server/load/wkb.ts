/**
 * Geometry in GeoPackage format: a header, then well-known binary. For other shapes than point and line only the kind is read.
 */

const names = [
  '',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
]
/** Bytes of the bounding box, by its kind in the header's flags. */
const envelopes = [0, 32, 48, 48, 64]

class Wkb {
  readonly #view: DataView
  #at: number
  #little = true

  constructor(view: DataView, at: number) {
    this.#view = view
    this.#at = at
  }

  #count(bytes: number): number {
    const count = this.#view.getUint32(this.#at, this.#little)
    this.#at += 4
    if (count * bytes > this.#view.byteLength) throw new RangeError('a count beyond its record')
    return count
  }

  #point(numbers: number): number[] {
    const point = [0, 8].map((more) => this.#view.getFloat64(this.#at + more, this.#little))
    this.#at += 8 * numbers
    return point
  }

  geometry(): { type: string; coordinates?: unknown } {
    this.#little = this.#view.getUint8(this.#at) === 1
    const code = this.#view.getUint32(this.#at + 1, this.#little)
    this.#at += 5
    // Heights and measures: added thousands in ISO, highest bits in PostGIS.
    const [z, m] = [(code & 0x80000000) !== 0, (code & 0x40000000) !== 0]
    const plain = code & 0x0fffffff
    const more = Math.floor(plain / 1000)
    const numbers = 2 + (z || more === 1 || more === 3 ? 1 : 0) + (m || more === 2 || more === 3 ? 1 : 0)
    const type = names[plain % 1000] ?? ''
    if (type === 'Point') {
      const point = this.#point(numbers)
      return { type, coordinates: point.some(Number.isNaN) ? [] : point }
    }
    if (type === 'LineString') return { type, coordinates: this.#many(8 * numbers, () => this.#point(numbers)) }
    if (type !== 'MultiPoint' && type !== 'MultiLineString') return { type }
    return { type, coordinates: this.#many(9, () => this.geometry().coordinates) }
  }

  #many<T>(bytes: number, one: () => T): T[] {
    return Array.from({ length: this.#count(bytes) }, one)
  }
}

/** A GeoPackage geometry in GeoJSON terms; without a position if the bytes are damaged. */
export function geometryOf(bytes: Uint8Array | null): unknown {
  if (bytes === null) return null
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const flags = view.getUint8(3)
    if (view.getUint16(0) !== 0x4750) throw new RangeError('no header')
    if ((flags & 0x10) !== 0) return null
    return new Wkb(view, 8 + (envelopes[(flags >> 1) & 7] ?? 0)).geometry()
  } catch (error) {
    if (error instanceof RangeError) return { type: 'Point', coordinates: [NaN, NaN] }
    throw error
  }
}
