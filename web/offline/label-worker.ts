/** Reads what is printed on a label: what stands in the middle of a picture. */
import { greyOf, within, type Grey } from '@hilo/domain/picture-look.ts'
import dataUrl from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url'
import startCore, { type Core, type Reader } from 'tesseract.js-core/tesseract-core-simd-lstm.js'
import wasmUrl from 'tesseract.js-core/tesseract-core-simd-lstm.wasm?url'
import { answering } from '../native/thread.ts'
import { bestLabel, stretched, trusted, wordsOf, type LabelRead } from '@hilo/domain/printed-label.ts'

const address = (url: string) => new URL(url, self.location.href).href
/** The part of a picture that is looked at. */
const middle = { width: 0.85, height: 0.75 }
/** How the engine takes the page apart: as it sees fit, or as one block. */
const layout = { free: '3', block: '6' }
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-'
/** Smaller slopes are none, larger ones a mistake; radians. */
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
  const { width, height } = within(edge, { width: wide, height: high })
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

answering(async (picture: Blob): Promise<LabelRead | null> => {
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
