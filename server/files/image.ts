import { keptEdge, lookEdge, lookOf } from '@hilo/domain/picture-look.ts'
import { open } from 'node:fs/promises'
import type Library from 'sharp'
import type { ResizeOptions, Sharp } from 'sharp'
import { exifTakenAt } from '@hilo/domain/exif.ts'
import { line } from '../line.ts'
import { likeness } from './look.ts'

/**
 * Pictures from outside: recognised by their first bytes, measured before they are decoded, and never kept as they came.
 * What is stored was drawn anew, without anything that travelled beside the image itself.
 */

const maxPixels = 50_000_000
const maxFullBytes = 600 * 1024
/** Of a small picture: a phone takes along two for each of a hundred boxes. `cto_photos` asks for no more. */
export const smallBytes = 5500
/** From best to smallest, until the picture fits. */
const attempts = [
  { quality: 80, edge: keptEdge },
  { quality: 65, edge: keptEdge },
  { quality: 50, edge: keptEdge },
  { quality: 50, edge: 1600 },
  { quality: 40, edge: 1280 },
  { quality: 30, edge: 1024 },
]
const smallAttempts = [
  { quality: 70, edge: 320 },
  { quality: 50, edge: 320 },
  { quality: 35, edge: 320 },
  { quality: 30, edge: 256 },
  { quality: 25, edge: 208 },
  { quality: 20, edge: 96 },
]
const decodeSeconds = 20
/** Decoders at work in this process; each may take some 150 MB for the largest picture. */
const atOnce = 2

/** What is wrong with a picture, as the key of its sentence. */
export type ImageFault = 'image.format' | 'image.pixels' | 'image.unreadable'

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
  /** 64 bits of what it shows, as a signed integer. */
  phash: bigint
  /** Variance of the Laplacian at 512 px. */
  sharpness: number
  /** Mean luminance, 0 to 255. */
  brightness: number
  /** As the camera wrote it: `2026-11-20T14:32:07`, with the offset from UTC where it says one. */
  takenAt: string | null
}

type Draw = typeof Library
let library: Promise<Draw> | undefined

/** What reads and draws pictures, some 30 MB: it comes with the first one. */
export function drawing(): Promise<Draw> {
  library ??= import('sharp').then(({ default: sharp }) => {
    // Decoders of formats that are not taken stay shut, whatever a file pretends to be.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] })
    // What was kept, wherever it is kept.
    sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return library
}

/** Uploads are bounded before they come here. */
const inTurn = line(atOnce, Infinity)

async function formatOf(path: string): Promise<'jpeg' | 'png' | 'webp' | null> {
  await using file = await open(path, 'r')
  const head = Buffer.alloc(12)
  await file.read(head, 0, 12, 0)
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  return head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null
}

async function decoder(path: string): Promise<Sharp> {
  return (await drawing())(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, pages: 1 })
}

export interface Pixels {
  data: Buffer
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** Upright, without transparency, no larger than what is kept; metadata stay behind because nobody asks for them. */
async function decode(path: string): Promise<Pixels> {
  const { data, info } = await (
    await decoder(path)
  )
    .timeout({ seconds: decodeSeconds })
    .autoOrient()
    .resize(inside(keptEdge))
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
  for (const { quality, edge } of attempts) {
    const picture = sharp(pixels, { raw }).resize(inside(edge)).webp({ quality, effort: 3 })
    const { data, info } = await picture.toBuffer({ resolveWithObject: true })
    if (data.length <= maxFullBytes) return { full: data, width: info.width, height: info.height }
  }
  throw new BadImage('image.unreadable')
}

/** A small picture of at most `smallBytes`. */
export async function drawSmall({ data: pixels, raw }: Pixels): Promise<Buffer> {
  const sharp = await drawing()
  for (const { quality, edge } of smallAttempts) {
    const small = await sharp(pixels, { raw }).resize(inside(edge)).webp({ quality }).toBuffer()
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

/**
 * Judges a file as a picture and draws it anew: at most 2048 px and 600 KB, with a small one of 320 px and 5.5 kB.
 * @throws BadImage when it is not JPEG, PNG or WebP, has more than 50 megapixels, or cannot be read to its end
 */
export async function readImage(path: string): Promise<Image> {
  const format = await formatOf(path)
  if (format === null) throw new BadImage('image.format')
  return await inTurn(async () => {
    try {
      const { width, height, exif, ...found } = await (await decoder(path)).metadata()
      if (found.format !== format) throw new BadImage('image.format')
      if (width * height > maxPixels) throw new BadImage('image.pixels')
      const pixels = await decode(path)
      const kept = await encode(pixels)
      const thumb = await drawSmall(pixels)
      const phash = await likenessOf(pixels)
      const look = lookOf(await grey(pixels, inside(lookEdge)))
      return { mime: 'image/webp', ...kept, thumb, phash, ...look, takenAt: exifTakenAt(exif) }
    } catch (error) {
      if (error instanceof BadImage) throw error
      const tooMany = error instanceof Error && /pixel limit/i.test(error.message)
      throw new BadImage(tooMany ? 'image.pixels' : 'image.unreadable')
    }
  })
}
