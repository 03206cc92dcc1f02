import { storedEdge, measuredEdge, measurePicture, mostPixels } from '@hilo/domain/picture-measures.ts'
import type Library from 'sharp'
import type { ResizeOptions, Sharp } from 'sharp'
import { exifTakenAt } from '@hilo/domain/exif.ts'
import { DecodeTurns, type Sender } from './decode-turns.ts'
import { likeness } from './perceptual-hash.ts'
import { readShape, type PictureShape } from './picture-shape.ts'
import { patient } from '../kernel/patience.ts'

/** Untrusted pictures: recognized by their first bytes, measured before decoding, and re-encoded without metadata. */

const mega = 1_000_000
const maxFullBytes = 600 * 1024
/** Maximum bytes of a thumbnail: a phone downloads two for each of a hundred boxes. `cto_photos` has the same limit. */
export const smallBytes = 5500

/** Limits of an upload call. */
interface Limits {
  /** Maximum pixels of a JPEG, which is scaled while decoding, and of the other formats, which are not. */
  jpegPixels: number
  otherPixels: number
  /** Longest edge of the stored picture, px. */
  edge: number
}
const doors = {
  /** Photos of the work. */
  work: { jpegPixels: mostPixels, otherPixels: 16 * mega, edge: storedEdge },
  /** Portraits and logos, shown small. */
  portrait: { jpegPixels: 16 * mega, otherPixels: 4 * mega, edge: 1024 },
} as const satisfies Record<string, Limits>
export type PictureDoor = keyof typeof doors

/** Maximum pixels of formats decoded as a whole: interlaced PNG, and multi-scan JPEG; for the latter also over all scans. */
const wholePixels = { png: 4 * mega, jpeg: 16 * mega, allScans: 160 * mega }
/** Above this size a PNG or WebP must have a plausible number of bytes: a photo or screenshot has at least one per 150 pixels. */
const plausible = { pixels: 4 * mega, pixelsPerByte: 200 }
const maxInflatable = 128 * 1024

/**
 * From best to smallest, until the picture fits. `share`: bytes relative to the first one for a detailed picture; skips
 * attempts that cannot fit.
 */
const attempts = [
  { quality: 80, edge: storedEdge, share: 1 },
  { quality: 65, edge: storedEdge, share: 0.8 },
  { quality: 50, edge: storedEdge, share: 0.7 },
  { quality: 50, edge: 1600, share: 0.4 },
  { quality: 40, edge: 1280, share: 0.2 },
  { quality: 30, edge: 1024, share: 0.09 },
  { quality: 30, edge: 640, share: 0 },
]
const smallAttempts = [
  { quality: 70, edge: 320 },
  { quality: 50, edge: 320 },
  { quality: 35, edge: 320 },
  { quality: 30, edge: 256 },
  { quality: 25, edge: 208 },
  { quality: 20, edge: 96 },
]
/** Longest decoding and encoding, s. */
const deadlineSeconds = 10

/** Fault of a picture; its text key. */
type ImageFault = 'image.format' | 'image.pixels' | 'image.costly' | 'image.unreadable'

export class BadImage extends Error {
  readonly fault: ImageFault
  constructor(fault: ImageFault) {
    super(fault)
    this.fault = fault
  }
}

export interface Image {
  mime: 'image/webp'
  width: number
  height: number
  full: Buffer
  thumb: Buffer
  /** Perceptual hash of 64 bits, as a signed integer. */
  phash: bigint
  /** Variance of the Laplacian at 512 px. */
  sharpness: number
  /** Mean luminance, 0 to 255. */
  brightness: number
  /** Time from EXIF: `2026-11-20T14:32:07`, with the UTC offset if present. */
  takenAt: string | null
}

type Draw = typeof Library
let library: Promise<Draw> | undefined

/** The image library takes about 30 MB: loaded with the first picture. */
export function drawing(): Promise<Draw> {
  library ??= import('sharp').then(({ default: sharp }) => {
    // Disables the decoders of formats that are not accepted.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] })
    // Stored thumbnails are read from the file store.
    sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return library
}

/** Two decoders per process; each may take about 100 MB for the largest picture. */
const turns = new DecodeTurns({
  atOnce: 2,
  person: 8,
  operator: 40,
  all: 120,
  patienceMs: patient(20_000),
  retryAfter: 5,
})

async function decoder(path: string): Promise<Sharp> {
  const limitInputPixels = doors.work.jpegPixels
  return (await drawing())(path, { limitInputPixels, failOn: 'error', sequentialRead: true, pages: 1 })
}

export interface Pixels {
  data: Buffer
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** Upright, opaque, scaled to the stored size; metadata are dropped because they are not requested. */
async function decode(path: string, edge: number): Promise<Pixels> {
  const { data, info } = await (
    await decoder(path)
  )
    .timeout({ seconds: deadlineSeconds })
    .autoOrient()
    .resize(inside(edge))
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { data, raw: { width, height, channels } }
}

function inside(edge: number): ResizeOptions {
  return { width: edge, height: edge, fit: 'inside', withoutEnlargement: true }
}

async function encode({ data: pixels, raw }: Pixels): Promise<{ full: Buffer; width: number; height: number }> {
  const sharp = await drawing()
  let most = 1
  for (const { quality, edge, share } of attempts) {
    if (share > most) continue
    // Effort 1 gives as few bytes as 3 in half the time.
    const picture = sharp(pixels, { raw }).resize(inside(edge)).webp({ quality, effort: 1 })
    const { data, info } = await picture.toBuffer({ resolveWithObject: true })
    if (data.length <= maxFullBytes) return { full: data, width: info.width, height: info.height }
    most = Math.min(most, (share * maxFullBytes) / data.length)
  }
  throw new BadImage('image.unreadable')
}

/** A thumbnail of at most `smallBytes`. */
export async function drawSmall({ data: pixels, raw }: Pixels): Promise<Buffer> {
  const sharp = await drawing()
  const largest = Math.max(...smallAttempts.map(({ edge }) => edge))
  const reduced = await sharp(pixels, { raw }).resize(inside(largest)).raw().toBuffer({ resolveWithObject: true })
  for (const { quality, edge } of smallAttempts) {
    const { width, height, channels } = reduced.info
    const again = sharp(reduced.data, { raw: { width, height, channels } })
    const small = await again.resize(inside(edge)).webp({ quality }).toBuffer()
    if (small.length <= smallBytes) return small
  }
  throw new BadImage('image.unreadable')
}

async function grey({ data: pixels, raw }: Pixels, size: ResizeOptions) {
  const sharp = await drawing()
  const picture = sharp(pixels, { raw }).resize(size).toColourspace('b-w').raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The perceptual hash of a picture. */
export async function likenessOf(pixels: Pixels): Promise<bigint> {
  return likeness((await grey(pixels, { width: 32, height: 32, fit: 'fill' })).data)
}

/** Refuses a picture that costs more than a photo of its size. */
function judgeShape(shape: PictureShape, pixels: number, limits: Limits): void {
  const { format, bytes, scans, interlaced, inflatable } = shape
  if (pixels > (format === 'jpeg' ? limits.jpegPixels : limits.otherPixels)) throw new BadImage('image.pixels')
  const costly =
    (scans > 1 && (pixels > wholePixels.jpeg || pixels * scans > wholePixels.allScans)) ||
    (interlaced && pixels > wholePixels.png) ||
    (format !== 'jpeg' && pixels > plausible.pixels && pixels > plausible.pixelsPerByte * bytes) ||
    inflatable > maxInflatable
  if (costly) throw new BadImage('image.costly')
}

/** @throws BadImage for input that the decoder cannot read */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BadImage) throw error
    const message = error instanceof Error ? error.message : ''
    if (/pixel limit/i.test(message)) throw new BadImage('image.pixels')
    throw new BadImage(/timeout/i.test(message) ? 'image.costly' : 'image.unreadable')
  }
}

async function headOf(path: string, shape: PictureShape, limits: Limits) {
  if (shape.inflatable > maxInflatable) throw new BadImage('image.costly')
  const { width, height, exif, format } = await (await decoder(path)).metadata()
  if (format !== shape.format) throw new BadImage('image.format')
  judgeShape(shape, width * height, limits)
  return exif
}

/**
 * Checks and re-encodes a picture: at most 2048 px and 600 KB, with a thumbnail of 320 px and 5.5 kB.
 * @param sender for fair queueing of the decoding
 * @throws BadImage if it is not JPEG, PNG or WebP, has too many pixels, costs too much to decode, or is truncated
 * @throws Problem UNAVAILABLE if the queue is full
 */
export async function readImage(path: string, sender: Sender, door: PictureDoor = 'work'): Promise<Image> {
  const shape = await readShape(path)
  if (shape === null) throw new BadImage('image.format')
  const limits = doors[door]
  const exif = await readable(() => headOf(path, shape, limits))
  const draw = async (): Promise<Image> => {
    const pixels = await decode(path, limits.edge)
    const encoded = await encode(pixels)
    const thumb = await drawSmall(pixels)
    const phash = await likenessOf(pixels)
    const look = measurePicture(await grey(pixels, inside(measuredEdge)))
    return { mime: 'image/webp', ...encoded, thumb, phash, ...look, takenAt: exifTakenAt(exif) }
  }
  return await turns.run(sender, () => readable(draw))
}
