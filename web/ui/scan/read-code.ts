/**
 * Finds a code in a camera frame: the browser's BarcodeDetector if it supports all formats, else our decoder in a
 * worker.
 */
import { workerClient } from '../../native/worker-client.ts'
import { codeFormats, type Code } from './codes.ts'
import workerUrl from './scan-worker.ts?worker&url'

interface Detected {
  rawValue: string
  format: string
}
interface Detector {
  detect(source: ImageBitmapSource): Promise<Detected[]>
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

const ours = workerClient<ImageBitmap | ImageData | Blob, Code | null>(workerUrl)

async function ownDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  try {
    const known = await BarcodeDetector?.getSupportedFormats()
    if (!BarcodeDetector || !known || codeFormats.some((format) => !known.includes(format))) return null
    return new BarcodeDetector({ formats: codeFormats })
  } catch {
    return null
  }
}

let detector: Promise<Detector | null> | undefined

/** BarcodeDetector may exist while its service is missing: after its first failure our decoder is used. */
async function detected(source: HTMLVideoElement | Blob): Promise<Code | null | undefined> {
  const own = await (detector ??= ownDetector())
  if (own === null) return undefined
  try {
    const [found] = await own.detect(source instanceof Blob ? await createImageBitmap(source) : source)
    return found ? { text: found.rawValue, format: found.format } : null
  } catch {
    detector = Promise.resolve(null)
    return undefined
  }
}

async function frameOf(video: HTMLVideoElement): Promise<ImageBitmap | ImageData> {
  if (typeof OffscreenCanvas === 'function') return createImageBitmap(video)
  const canvas = document.createElement('canvas')
  const { videoWidth: width, videoHeight: height } = video
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no canvas')
  context.drawImage(video, 0, 0)
  return context.getImageData(0, 0, width, height)
}

/** The code in the current frame, if any. */
export async function codeInVideo(video: HTMLVideoElement): Promise<Code | null> {
  const found = await detected(video)
  if (found !== undefined) return found
  const frame = await frameOf(video)
  return ours(frame, frame instanceof ImageData ? [frame.data.buffer] : [frame])
}

/** The code in a picture, if any. */
export async function codeInPicture(picture: Blob): Promise<Code | null> {
  return (await detected(picture)) ?? ours(picture)
}
