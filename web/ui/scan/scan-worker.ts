/**
 * Decodes codes where the browser has no BarcodeDetector, or it finds none. In a worker, because the page's security
 * policy forbids WebAssembly; the worker's own policy allows it.
 */
import { fitWithin } from '@hilo/domain/picture-measures.ts'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { serveWorker, WorkerFault } from '../../native/worker-client.ts'
import type { Code, codeFormats } from './codes.ts'

/** A picture, and how it is looked at. */
export interface Look {
  source: ImageBitmap | ImageData | Blob
  /** Scaled down to this long edge, px. */
  edge: number
  /** Light bars on a dark label: the decoder finds square codes so, but no linear ones. */
  inverted: boolean
}

const formats: Readonly<Record<string, (typeof codeFormats)[number]>> = {
  QRCode: 'qr_code',
  DataMatrix: 'data_matrix',
  Code128: 'code_128',
  Code39: 'code_39',
  EAN13: 'ean_13',
  EAN8: 'ean_8',
}

prepareZXingModule({ overrides: { locateFile: () => new URL(wasmUrl, self.location.href).href } })

/** The picture upright and scaled; a blob where there is no canvas, which the decoder reads at full size. */
async function pixelsOf({ source, edge }: Look): Promise<ImageData | Blob> {
  if (source instanceof ImageData) return source
  if (typeof OffscreenCanvas !== 'function') return source as Blob
  const bitmap =
    source instanceof Blob
      ? await createImageBitmap(source, { imageOrientation: 'from-image' }).catch(() => {
          throw new WorkerFault('unreadable')
        })
      : source
  const { width, height } = fitWithin(edge, bitmap)
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no canvas')
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return context.getImageData(0, 0, width, height)
}

/** Inverts the colours in place. */
function invert({ data }: ImageData): void {
  const pixels = new Uint32Array(data.buffer)
  // ABGR: alpha stays.
  for (let at = 0; at < pixels.length; at++) pixels[at] = (pixels[at] ?? 0) ^ 0x00ff_ffff
}

serveWorker(async (look: Look): Promise<Code[]> => {
  const pixels = await pixelsOf(look)
  if (look.inverted && pixels instanceof ImageData) invert(pixels)
  const found = await readBarcodes(pixels, {
    // Code 39 as standard: as full ASCII, a printed "28/C1" would be read as "28#1".
    formats: ['QRCode', 'DataMatrix', 'Code128', 'Code39Std', 'EAN13', 'EAN8'],
    tryHarder: true,
  })
  return found.map(({ text, symbology, format }) => ({
    text,
    format: formats[symbology] ?? formats[format] ?? 'code_128',
  }))
})
