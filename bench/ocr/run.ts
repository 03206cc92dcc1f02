/**
 * Recognition rate of printed labels and displays of power meters: `node bench/ocr/run.ts [samples]`. Labels are read as by
 * the phone; meters in each method tried.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import type { Grey } from '@hilo/domain/picture-measures.ts'
import sharp, { type Sharp } from 'sharp'
import { bestLabel, stretched, trusted, wordsOf, type LabelRead } from '@hilo/domain/printed-label.ts'
import type startCore from 'tesseract.js-core/tesseract-core-simd-lstm.js'
import { sample, type Sample } from './samples.ts'

const require = createRequire(import.meta.url)
const script = require.resolve('tesseract.js-core/tesseract-core-simd-lstm.js')
const packed = await readFile(require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'))
const quiet = () => undefined
const core = await (require(script) as typeof startCore)({
  locateFile: (name) => script.replace(/[^/]+$/, name),
  print: quiet,
  printErr: quiet,
})
core.FS.writeFile('/eng.traineddata', gunzipSync(packed))
const reader = new core.TessBaseAPI()
reader.Init('/', 'eng', 1)

/** The middle of a picture in grey, scaled to a width. */
async function grey(picture: Buffer, width: number, shape: (image: Sharp) => Sharp = (image) => image): Promise<Grey> {
  const part = sharp(picture).extract({ left: 120, top: 150, width: 1360, height: 900 }).resize({ width }).greyscale()
  const { data, info } = await shape(part).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height }
}

function words(image: Grey, mode: string, letters: string): LabelRead[] {
  core.FS.writeFile(
    '/input',
    Buffer.concat([Buffer.from(`P5 ${image.width} ${image.height} 255\n`), Uint8Array.from(image.data)]),
  )
  reader.SetVariable('tessedit_char_whitelist', letters)
  reader.SetVariable('tessedit_pageseg_mode', '3')
  reader.SetImageFile(1, 0)
  reader.FindLines()
  const angle = reader.GetGradient()
  reader.SetVariable('tessedit_pageseg_mode', mode)
  reader.SetImageFile(1, Math.abs(angle) > 0.005 && Math.abs(angle) < 0.5 ? angle : 0)
  reader.Recognize(null)
  return wordsOf(reader.GetTSVText(0))
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-'
async function label(picture: Buffer): Promise<LabelRead | null> {
  const first = bestLabel(words(await grey(picture, 640), '3', letters))
  if (trusted(first)) return first
  const second = bestLabel(words(stretched(await grey(picture, 800)), '6', letters))
  return (second?.confidence ?? 0) > (first?.confidence ?? 0) ? second : first
}

const shapes: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  plain: (image) => image,
  normal: (image) => image.normalise(),
  'blur and threshold': (image) => image.blur(3).normalise().threshold(128),
}
async function meter(picture: Buffer, mode: string, shape: (image: Sharp) => Sharp): Promise<LabelRead | null> {
  const found = words(await grey(picture, 500, shape), mode, '0123456789-.,')
  const figures = found.filter(({ text }) => /^-?\d{1,2}[.,]\d{1,2}$/.test(text))
  return figures.toSorted((a, b) => b.confidence - a.confidence)[0] ?? null
}

const plain = (text: string) => text.replace(',', '.').replace(/^-/, '')
async function judge(name: string, samples: readonly Sample[], read: (picture: Buffer) => Promise<LabelRead | null>) {
  const results: { look: string; right: boolean; sure: boolean; none: boolean; ms: number }[] = []
  for (const { picture, value, look } of samples) {
    const from = performance.now()
    const found = await read(picture)
    const right = found !== null && plain(found.text) === plain(value)
    results.push({ look, right, sure: trusted(found), none: found === null, ms: performance.now() - from })
  }
  const count = (what: (one: (typeof results)[number]) => boolean) => results.filter(what).length
  const looks = Object.entries(Object.groupBy(results, ({ look }) => look)).map(
    ([look, all = []]) => `${look} ${all.filter(({ right }) => right).length}/${all.length}`,
  )
  const ms = results.map((one) => one.ms).sort((a, b) => a - b)
  console.log(
    `${name}: ${count(({ right }) => right)} of ${results.length} right, ${count(({ none }) => none)} not read;`,
    `sure: ${count(({ sure, right }) => sure && right)} right, ${count(({ sure, right }) => sure && !right)} wrong;`,
    `median ${Math.round(ms[ms.length >> 1] ?? 0)} ms; ${looks.join(', ')}`,
  )
}

const total = Number(process.argv[2] ?? 64)
const of = (kind: Sample['kind']) => Promise.all(Array.from({ length: total }, (_, seed) => sample(kind, seed)))
await judge('labels', await of('label'), label)
const meters = await of('meter')
for (const [name, shape] of Object.entries(shapes))
  for (const mode of ['6', '7'])
    await judge(`meters, ${name}, layout ${mode}`, meters, (one) => meter(one, mode, shape))
