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

type Format = 'QRCode' | 'DataMatrix' | 'Code128' | 'Code39'

/** A slightly rotated photo of a printed code. */
export async function codePicture(text: string, format: Format = 'QRCode'): Promise<Buffer> {
  await prepare()
  const { image } = await writeBarcode(text, { format, scale: 6 })
  if (image === null) throw new Error('no code')
  const code = await sharp(Buffer.from(await image.arrayBuffer()))
    .resize({ width: 460, height: 400, fit: 'inside', kernel: 'nearest' })
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#ffffff' })
    .rotate(6, { background: '#8a8f8c' })
    .toBuffer()
  return sharp({ create: { width: 1280, height: 720, channels: 3, background: '#8a8f8c' } })
    .composite([{ input: code }])
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** Sets the camera's picture. */
export async function show(picture: Buffer): Promise<void> {
  const half = `${film}.half`
  await writeFile(half, Buffer.concat([picture, picture]))
  await rename(half, film)
}
