/** A picture of the camera made small enough to keep and to send, and judged: wherever there is a canvas. */
import { exifOf, exifTakenAt } from '@hilo/domain/exif.ts'
import { greyOf, keptEdge, lookEdge, lookOf, within, type Look } from '@hilo/domain/picture-look.ts'
import { Fault } from '../native/thread.ts'

export interface Worked extends Look {
  blob: Blob
  sha256: string
  /** When the camera says it was taken, by the device's clock; null when it says nothing. */
  exifAt: number | null
}

/** What is wrong with a file that gives no picture. */
export const pictureFaults = ['empty', 'heic', 'format', 'unreadable', 'large'] as const

/** What a JPEG of it is encoded with. */
const quality = 0.82
/** The server takes no more: bytes, pixels. */
const most = { bytes: 10 << 20, pixels: 50_000_000 }
/** Where EXIF stands, bytes. */
const head = 128 << 10

type Canvas = OffscreenCanvas | HTMLCanvasElement
type Source = ImageBitmap | HTMLImageElement

function canvasOf({ width, height }: { width: number; height: number }): Canvas {
  if (typeof OffscreenCanvas === 'function') return new OffscreenCanvas(width, height)
  return Object.assign(document.createElement('canvas'), { width, height })
}

type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D
const contextOf = (canvas: Canvas): Context | null =>
  'toBlob' in canvas ? canvas.getContext('2d') : canvas.getContext('2d')

/** Draws the whole of a picture into a canvas of that size. */
function drawn(from: Source | Canvas, size: { width: number; height: number }) {
  const canvas = canvasOf(size)
  const context = contextOf(canvas)
  if (context === null) throw new Fault('unreadable')
  context.imageSmoothingQuality = 'high'
  context.drawImage(from, 0, 0, size.width, size.height)
  return { canvas, context }
}

async function encode(canvas: Canvas): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/jpeg', quality })
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Fault('unreadable'))), 'image/jpeg', quality),
  )
}

/** The page's own way to decode, for browsers whose bitmaps do not know how a picture is held. */
async function byElement(file: Blob): Promise<HTMLImageElement> {
  const image = new Image()
  const url = URL.createObjectURL(file)
  try {
    image.src = url
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function decode(file: Blob, kind: Kind): Promise<Source> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((error: unknown) => {
      if (typeof document === 'undefined') throw error
      return byElement(file)
    })
  } catch {
    throw new Fault(kind === 'heic' ? 'heic' : 'unreadable')
  }
}

type Kind = 'jpeg' | 'png' | 'webp' | 'heic'

/** The kind of a picture by its first bytes, whatever its name says. */
export function kindOf(bytes: Uint8Array): Kind | null {
  const text = String.fromCharCode(...bytes.subarray(0, 12))
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp'
  return /^....ftyp(?:hei|hev|mif1|msf1|avi)/s.test(text) ? 'heic' : null
}

function exifAt(bytes: Uint8Array): number | null {
  const at = Date.parse(exifTakenAt(exifOf(bytes)) ?? '')
  return Number.isNaN(at) ? null : at
}

export async function sha256(blob: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** @throws {Fault} one of `pictureFaults`, when the file is no picture that this device can read */
export async function workOn(file: Blob): Promise<Worked> {
  if (file.size === 0) throw new Fault('empty')
  const bytes = new Uint8Array(await file.slice(0, head).arrayBuffer())
  const kind = kindOf(bytes)
  if (kind === null) throw new Fault('format')
  const whole = await decode(file, kind)
  const pixels = whole.width * whole.height
  const { canvas } = drawn(whole, within(keptEdge, whole))
  // A large picture is given back before the next copy of it is made.
  if ('close' in whole) whole.close()
  const size = within(lookEdge, canvas)
  const { data } = drawn(canvas, size).context.getImageData(0, 0, size.width, size.height)
  const look = lookOf(greyOf(data, size.width, size.height))
  const small = await encode(canvas)
  // A second encoding may be larger than the camera's own.
  const asIs = (kind === 'jpeg' || kind === 'webp') && file.size <= small.size && pixels <= most.pixels
  const blob = asIs ? file.slice(0, file.size, `image/${kind}`) : small
  if (blob.size > most.bytes) throw new Fault('large')
  return { ...look, blob, sha256: await sha256(blob), exifAt: exifAt(bytes) }
}
