/**
 * Decodes codes where the browser has no BarcodeDetector. In a worker, because the page's security policy forbids
 * WebAssembly; the worker's own policy allows it.
 */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { serveWorker } from '../../native/worker-client.ts'
import type { Code, codeFormats } from './codes.ts'

const formats: Readonly<Record<string, (typeof codeFormats)[number]>> = {
  QRCode: 'qr_code',
  DataMatrix: 'data_matrix',
  Code128: 'code_128',
  Code39: 'code_39',
  EAN13: 'ean_13',
  EAN8: 'ean_8',
}
/** Pictures are scaled down to this long edge, in pixels: more detail does not help decoding. */
const longEdge = 1600

prepareZXingModule({ overrides: { locateFile: () => new URL(wasmUrl, self.location.href).href } })

async function pixelsOf(source: ImageBitmap | ImageData | Blob): Promise<ImageData | Blob> {
  if (source instanceof ImageData) return source
  if (typeof OffscreenCanvas !== 'function') return source as Blob
  const bitmap = source instanceof Blob ? await createImageBitmap(source, { imageOrientation: 'from-image' }) : source
  const scale = Math.min(1, longEdge / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)]
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no canvas')
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return context.getImageData(0, 0, width, height)
}

serveWorker(async (source: ImageBitmap | ImageData | Blob): Promise<Code | null> => {
  const found = await readBarcodes(await pixelsOf(source), {
    formats: ['QRCode', 'DataMatrix', 'Code128', 'Code39', 'EAN13', 'EAN8'],
    tryHarder: true,
    maxNumberOfSymbols: 1,
  })
  const [code] = found
  return code ? { text: code.text, format: formats[code.symbology] ?? formats[code.format] ?? 'code_128' } : null
})
