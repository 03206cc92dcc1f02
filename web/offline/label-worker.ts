/** OCR of a printed label in the middle of a picture. */
import { greyOf, fitWithin, type Grey } from '@hilo/domain/picture-measures.ts'
import dataUrl from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url'
import startCore, { type Core, type Reader } from 'tesseract.js-core/tesseract-core-simd-lstm.js'
import wasmUrl from 'tesseract.js-core/tesseract-core-simd-lstm.wasm?url'
import { serveWorker } from '../native/worker-client.ts'
import { bestLabel, stretched, trusted, wordsOf, type LabelRead } from '@hilo/domain/printed-label.ts'

const address = (url: string) => new URL(url, self.location.href).href
/** Part of the picture that is examined. */
const middle = { width: 0.85, height: 0.75 }
/** Page segmentation mode of the OCR engine: automatic, or a single block. */
const layout = { free: '3', block: '6' }
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-'
/** Range of slopes that are corrected, radians: smaller ones do not matter, larger ones are measurement errors. */
const slope = { least: 0.005, most: 0.5 }

let opened: Promise<{ core: Core; reader: Reader }> | undefined

async function open() {
  const [core, packed] = await Promise.all([
    startCore({ locateFile: () => address(wasmUrl), print: () => undefined, printErr: () => undefined }),
    fetch(address(dataUrl)),
  ])
  const data = new Response(packed.body?.pipeThrough(new DecompressionStream('gzip')))
  core.FS.writeFile('/eng.traineddata', new Uint8Array(await data.arrayBuffer()))
  const reader = new core.TessBaseAPI()
  reader.Init('/', 'eng', 1)
  reader.SetVariable('tessedit_char_whitelist', letters)
  return { core, reader }
}

function greyAt(bitmap: ImageBitmap, edge: number): Grey {
  const [wide, high] = [bitmap.width * middle.width, bitmap.height * middle.height]
  const { width, height } = fitWithin(edge, { width: wide, height: high })
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, (bitmap.width - wide) / 2, (bitmap.height - high) / 2, wide, high, 0, 0, width, height)
  return greyOf(context.getImageData(0, 0, width, height).data, width, height)
}

function look({ core, reader }: { core: Core; reader: Reader }, { data, width, height }: Grey, mode: string) {
  const head = new TextEncoder().encode(`P5 ${width} ${height} 255\n`)
  const file = new Uint8Array(head.length + data.length)
  file.set(head)
  file.set(data, head.length)
  core.FS.writeFile('/input', file)
  reader.SetVariable('tessedit_pageseg_mode', layout.free)
  reader.SetImageFile(1, 0)
  reader.FindLines()
  const angle = reader.GetGradient()
  const turned = Math.abs(angle) > slope.least && Math.abs(angle) < slope.most
  reader.SetVariable('tessedit_pageseg_mode', mode)
  reader.SetImageFile(1, turned ? angle : 0)
  reader.Recognize(null)
  return bestLabel(wordsOf(reader.GetTSVText(0)))
}

serveWorker(async (picture: Blob): Promise<LabelRead | null> => {
  const engine = await (opened ??= open())
  const bitmap = await createImageBitmap(picture)
  try {
    const first = look(engine, greyAt(bitmap, 640), layout.free)
    if (trusted(first)) return first
    const second = look(engine, stretched(greyAt(bitmap, 800)), layout.block)
    return (second?.confidence ?? 0) > (first?.confidence ?? 0) ? second : first
  } finally {
    bitmap.close()
  }
})
