/** Geometry as GeoPackage keeps it: a header, then well-known binary. Of what is no point and no line only the kind is told. */

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
    const said = this.#view.getUint32(this.#at + 1, this.#little)
    this.#at += 5
    // Heights and measures: by thousands as ISO counts them, by the highest bits as PostGIS does.
    const [z, m] = [(said & 0x80000000) !== 0, (said & 0x40000000) !== 0]
    const plain = said & 0x0fffffff
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

/** The geometry of a GeoPackage's value, in the words of GeoJSON; one without a position where the bytes are damaged. */
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
