/** The browser's camera in tests: a label with a code, drawn when its text is known. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import config from './playwright.config.ts'

/** Read by the browser each time the camera opens; one file per browser. */
const film = join(tmpdir(), `hilo-camera-${process.pid}.mjpeg`)

const { args = [], ...launch } = config.use?.launchOptions ?? {}
/** A phone whose camera shows the test's picture. */
export const phoneWithCamera = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  launchOptions: {
    ...launch,
    args: [
      ...args,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
}

let ready: Promise<unknown> | undefined
async function prepare(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
  const bytes = await readFile(path)
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  ready ??= prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  await ready
}

type Format = 'QRCode' | 'DataMatrix' | 'Code128' | 'Code39' | 'EAN13'
/** Content, and kind of the code: a QR unless said. */
type Printed = string | readonly [text: string, format: Format]

/** Width of a label as printed, px: scaled down for the photo. */
const printedWidth = 2160
const white = '#ffffff'

async function codeImage(printed: Printed) {
  await prepare()
  const [text, format] = typeof printed === 'string' ? ([printed, 'QRCode'] as const) : printed
  const { image } = await writeBarcode(text, { format, scale: 6 })
  if (image === null) throw new Error('no code')
  const { data, info } = await sharp(Buffer.from(await image.arrayBuffer()))
    .flatten({ background: white })
    .resize({ width: printedWidth - 320, height: 1600, fit: 'inside', kernel: 'nearest' })
    .extend({ top: 160, bottom: 160, left: 160, right: 160, background: white })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, height: info.height }
}

interface PhotoOptions {
  width?: number
  /** Share of the picture's width that the label takes. */
  share?: number
  /** Light bars on a dark label. */
  inverted?: boolean
}

/** A photo of a label with these codes one below the other, slightly rotated. */
export async function labelPicture(codes: readonly Printed[], options: PhotoOptions = {}): Promise<Buffer> {
  const { width = 1280, share = 0.45, inverted = false } = options
  const images = await Promise.all(codes.map(codeImage))
  const tops = images.map((_, at) => images.slice(0, at).reduce((sum, { height }) => sum + height, 0))
  const sheet = {
    create: {
      width: printedWidth,
      height: images.reduce((sum, { height }) => sum + height, 0),
      channels: 3,
      background: white,
    },
  } as const
  const composed = await sharp(sheet)
    .composite(images.map(({ input }, at) => ({ input, left: 0, top: tops[at] ?? 0 })))
    .png()
    .toBuffer()
  const background = '#8a8f8c'
  const printed = inverted ? await sharp(composed).negate({ alpha: false }).toBuffer() : composed
  const rotated = await sharp(printed).rotate(6, { background }).toBuffer()
  const picture = { width, height: Math.round((width * 9) / 16) }
  const label = await sharp(rotated)
    .resize({ width: Math.round(width * share), height: picture.height, fit: 'inside' })
    .toBuffer()
  return sharp({ create: { ...picture, channels: 3, background } })
    .composite([{ input: label }])
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** A photo of one printed code. */
export const codePicture = (text: string, format: Format = 'QRCode'): Promise<Buffer> => labelPicture([[text, format]])

/** Sets the camera's picture. */
export async function show(picture: Buffer): Promise<void> {
  const half = `${film}.half`
  await writeFile(half, Buffer.concat([picture, picture]))
  await rename(half, film)
}
