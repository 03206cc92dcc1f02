/** Reads a picture's EXIF date and nothing else; the position is never read. */

const exifPointer = 0x8769
const dateTimeOriginal = 0x9003
const offsetTimeOriginal = 0x9011
const ascii = 2

interface Tiff {
  short(at: number): number
  long(at: number): number
  text(from: number, to: number): string
}

function textAt(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}

function tiffOf(exif: Uint8Array): Tiff | null {
  const tiff = exif.subarray(textAt(exif, 0, 6) === 'Exif\0\0' ? 6 : 0)
  const order = textAt(tiff, 0, 2)
  if (order !== 'II' && order !== 'MM') return null
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const little = order === 'II'
  return {
    short: (at) => view.getUint16(at, little),
    long: (at) => view.getUint32(at, little),
    text: (from, to) => textAt(tiff, from, to),
  }
}

/** Offset of a directory entry. */
function find(tiff: Tiff, directory: number, tag: number): number | null {
  const entries = tiff.short(directory)
  for (let i = 0; i < entries; i++) {
    const at = directory + 2 + i * 12
    if (tiff.short(at) === tag) return at
  }
  return null
}

function textOf(tiff: Tiff, directory: number, tag: number): string {
  const at = find(tiff, directory, tag)
  if (at === null || tiff.short(at + 2) !== ascii) return ''
  const length = tiff.long(at + 4)
  const from = length <= 4 ? at + 8 : tiff.long(at + 8)
  return tiff.text(from, from + Math.min(length, 40)).replace(/\0.*$/s, '')
}

/** Plausible years of a digital camera; beyond them JavaScript and PostgreSQL format instants differently. */
const [firstYear, lastYear] = [1990, 2099]
/** Largest UTC offset on Earth, hours. */
const mostOffset = 14

/** A camera's date and offset in ISO 8601; null if invalid: cameras write zeros, blanks, hour 24 and month 13. */
function instantOf(taken: string, offset: string): string | null {
  const [, date = '', time = ''] = /^(\d{4}:\d\d:\d\d) ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)$/.exec(taken) ?? []
  const local = `${date.replaceAll(':', '-')}T${time}`
  const year = Number(date.slice(0, 4))
  if (date === '' || year < firstYear || year > lastYear) return null
  const read = new Date(`${local}Z`)
  // Date rolls invalid days over into the next month.
  if (Number.isNaN(read.getTime()) || read.toISOString().slice(0, 19) !== local) return null
  const [zone = '', hours, minutes] = /^[+-](\d\d):([0-5]\d)$/.exec(offset.trim()) ?? []
  return Number(hours) * 60 + Number(minutes) > mostOffset * 60 ? local : `${local}${zone}`
}

/** `2026-11-20T14:32:07`, with `+01:00` if the camera wrote an offset; null if there is no valid date. */
export function exifTakenAt(exif: Uint8Array | null | undefined): string | null {
  if (!exif) return null
  try {
    const tiff = tiffOf(exif)
    const pointer = tiff && find(tiff, tiff.long(4), exifPointer)
    if (!tiff || pointer === null) return null
    const directory = tiff.long(pointer + 8)
    const taken = textOf(tiff, directory, dateTimeOriginal)
    return instantOf(taken, textOf(tiff, directory, offsetTimeOriginal))
  } catch (error) {
    // An offset that points outside the block.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The EXIF block in the first bytes of a JPEG; null if there is none. */
export function exifOf(jpeg: Uint8Array): Uint8Array | null {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  if (jpeg.length < 4 || view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff;) {
    const [marker, length] = [view.getUint16(at), view.getUint16(at + 2)]
    const block = jpeg.subarray(at + 4, at + 2 + length)
    if (marker === 0xffe1 && textAt(block, 0, 6) === 'Exif\0\0') return block
    // Start of the image data: no metadata follows.
    if (marker === 0xffda) return null
    at += 2 + length
  }
  return null
}
