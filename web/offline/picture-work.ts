/** Scales a camera picture down for storage and sending, and measures its quality. Runs wherever there is a canvas. */
import { exifOf, exifTakenAt } from '@hilo/domain/exif.ts'
import {
  greyOf,
  storedEdge,
  measuredEdge,
  measurePicture,
  mostPixels,
  fitWithin,
  type PictureMeasures,
} from '@hilo/domain/picture-measures.ts'
import { WorkerFault } from '../native/worker-client.ts'

export interface Worked extends PictureMeasures {
  blob: Blob
  sha256: string
  /** EXIF time by the device's clock, ms; null if absent. */
  exifAt: number | null
}

/** Why a file cannot be used as a picture. */
export const pictureFaults = ['empty', 'heic', 'format', 'unreadable', 'large'] as const

/** JPEG quality. */
const quality = 0.82
/** Limits of the server: bytes, pixels. */
const most = { bytes: 10 << 20, pixels: mostPixels }
/** Number of leading bytes that contain the EXIF data. */
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

/** Draws the whole picture into a canvas of that size. */
function drawn(from: Source | Canvas, size: { width: number; height: number }) {
  const canvas = canvasOf(size)
  const context = contextOf(canvas)
  if (context === null) throw new WorkerFault('unreadable')
  context.imageSmoothingQuality = 'high'
  context.drawImage(from, 0, 0, size.width, size.height)
  return { canvas, context }
}

async function encode(canvas: Canvas): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/jpeg', quality })
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new WorkerFault('unreadable'))), 'image/jpeg', quality),
  )
}

/** Decodes through an <img>, for browsers whose createImageBitmap ignores the EXIF orientation. */
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
    throw new WorkerFault(kind === 'heic' ? 'heic' : 'unreadable')
  }
}

type Kind = 'jpeg' | 'png' | 'webp' | 'heic'

/** Image format by the first bytes, whatever the file's name. */
function kindOf(bytes: Uint8Array): Kind | null {
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

/** @throws {WorkerFault} one of `pictureFaults` if this device cannot read the picture */
export async function workOn(file: Blob): Promise<Worked> {
  if (file.size === 0) throw new WorkerFault('empty')
  const bytes = new Uint8Array(await file.slice(0, head).arrayBuffer())
  const kind = kindOf(bytes)
  if (kind === null) throw new WorkerFault('format')
  const whole = await decode(file, kind)
  const pixels = whole.width * whole.height
  const { canvas } = drawn(whole, fitWithin(storedEdge, whole))
  // Free the large bitmap before the next copy is made.
  if ('close' in whole) whole.close()
  const size = fitWithin(measuredEdge, canvas)
  const { data } = drawn(canvas, size).context.getImageData(0, 0, size.width, size.height)
  const look = measurePicture(greyOf(data, size.width, size.height))
  const small = await encode(canvas)
  // Re-encoding may be larger than the camera's own file.
  const asIs = (kind === 'jpeg' || kind === 'webp') && file.size <= small.size && pixels <= most.pixels
  const blob = asIs ? file.slice(0, file.size, `image/${kind}`) : small
  if (blob.size > most.bytes) throw new WorkerFault('large')
  return { ...look, blob, sha256: await sha256(blob), exifAt: exifAt(bytes) }
}
