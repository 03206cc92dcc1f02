/** Finds codes: the browser's BarcodeDetector if it supports all formats, and our decoder in a worker. */
import { WorkerFault, workerClient } from '../../native/worker-client.ts'
import { codeFormats, type Code } from './codes.ts'
import type { Look } from './scan-worker.ts'
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

const ours = workerClient<Look, Code[]>(workerUrl)

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

/** Null if there is no detector. BarcodeDetector may exist while its service is missing: not asked again then. */
async function detected(source: HTMLVideoElement | ImageBitmap): Promise<Code[] | null> {
  const own = await (detector ??= ownDetector())
  try {
    const found = await own?.detect(source)
    return found?.map(({ rawValue: text, format }) => ({ text, format })) ?? null
  } catch {
    detector = Promise.resolve(null)
    return null
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

/** Long edges, px: enough for a code that fills the picture, and for bars on a tenth of its width. */
const [quick, full] = [1600, 5000]

/** The codes in the current frame. Our decoder sees every third frame inverted. */
export async function codesInVideo(video: HTMLVideoElement, frame: number): Promise<Code[]> {
  const found = await detected(video)
  if (found !== null) return found
  const source = await frameOf(video)
  const transfer = source instanceof ImageData ? source.data.buffer : source
  return ours({ source, edge: quick, inverted: frame % 3 === 2 }, [transfer])
}

/**
 * The codes in a picture, one look after the other, the dearer ones last: ask on until one means something.
 * @throws {WorkerFault} `unreadable` if this device cannot read the picture
 */
export async function* looksAt(picture: Blob): AsyncGenerator<Code[]> {
  if ((await (detector ??= ownDetector())) !== null) {
    const bitmap = await createImageBitmap(picture).catch(() => {
      throw new WorkerFault('unreadable')
    })
    yield (await detected(bitmap)) ?? []
    bitmap.close()
  }
  for (const edge of [quick, full])
    for (const inverted of [false, true]) yield await ours({ source: picture, edge, inverted })
}
