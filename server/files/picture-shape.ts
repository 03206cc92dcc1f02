/** Decoding cost of a picture, from its bytes without decoding. */
import { readFile } from 'node:fs/promises'

type PictureFormat = 'jpeg' | 'png' | 'webp'

export interface PictureShape {
  format: PictureFormat
  bytes: number
  /** Passes over all pixels: scans of a JPEG; 1 for other formats. */
  scans: number
  /** Adam7 PNG: the decoder holds all pixels at once. */
  interlaced: boolean
  /** Bytes of a PNG's text and colour profile chunks, each of which may inflate a thousandfold. */
  inflatable: number
}

const jpegHead = Buffer.from([0xff, 0xd8, 0xff])
const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const inflatableChunks = new Set(['zTXt', 'iTXt', 'iCCP'])

/** Format and shape of a file; null if not an accepted format. */
export async function readShape(path: string): Promise<PictureShape | null> {
  const bytes = await readFile(path)
  const plain = { bytes: bytes.length, scans: 1, interlaced: false, inflatable: 0 }
  if (bytes.subarray(0, 3).equals(jpegHead)) return { ...plain, format: 'jpeg', scans: countScans(bytes) }
  if (bytes.subarray(0, 8).equals(pngHead))
    return { ...plain, format: 'png', interlaced: bytes[28] === 1, inflatable: sumInflatable(bytes) }
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? { ...plain, format: 'webp' } : null
}

const sos = 0xda
const eoi = 0xd9
/** Bytes after 0xFF that belong to the entropy-coded data: a stuffed zero and the restart markers. */
const isData = (code: number) => code === 0 || (code >= 0xd0 && code <= 0xd7)

/** Scans of a JPEG up to its end marker. A progressive one has about ten; each costs a pass over all pixels. */
function countScans(bytes: Buffer): number {
  let scans = 0
  let at = 2
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at === -1 || at + 1 >= bytes.length) return scans
    const code = bytes[at + 1] ?? 0
    if (code === 0xff) at += 1
    else if (isData(code)) at += 2
    else if (code === eoi) return scans
    else if (at + 4 > bytes.length) return scans
    else {
      if (code === sos) scans += 1
      at += 2 + bytes.readUInt16BE(at + 2)
    }
  }
}

function sumInflatable(bytes: Buffer): number {
  let sum = 0
  let at = pngHead.length
  while (at + 8 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    if (inflatableChunks.has(bytes.toString('latin1', at + 4, at + 8))) sum += length
    at += 12 + length
  }
  return sum
}
