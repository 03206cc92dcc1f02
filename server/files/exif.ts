/** The only thing that is read of a picture's EXIF: when the camera says it was taken. Its position is not read at all. */

const exifPointer = 0x8769
const dateTimeOriginal = 0x9003
const offsetTimeOriginal = 0x9011
const ascii = 2

interface Tiff {
  short(at: number): number
  long(at: number): number
  text(from: number, to: number): string
}

function tiffOf(exif: Buffer): Tiff | null {
  const start = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0
  const tiff = exif.subarray(start)
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return null
  const little = order === 'II'
  return {
    short: (at) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)),
    long: (at) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)),
    text: (from, to) => tiff.toString('latin1', from, to),
  }
}

/** Where an entry of a directory stands. */
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

/** `2026-11-20T14:32:07`, with `+01:00` where the camera says so; null when it says nothing readable. */
export function exifTakenAt(exif: Buffer | undefined): string | null {
  if (!exif) return null
  try {
    const tiff = tiffOf(exif)
    const pointer = tiff && find(tiff, tiff.long(4), exifPointer)
    if (!tiff || pointer === null) return null
    const directory = tiff.long(pointer + 8)
    const taken = textOf(tiff, directory, dateTimeOriginal)
    const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(taken)
    const offset = /^[+-]\d\d:\d\d$/.exec(textOf(tiff, directory, offsetTimeOriginal))?.[0] ?? ''
    return parts ? `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}${offset}` : null
  } catch (error) {
    // An offset that points outside of the block.
    if (error instanceof RangeError) return null
    throw error
  }
}
