/** Uploaded pictures: only pictures are accepted, and no metadata is kept. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { drawing } from '../test/pictures.ts'
import { BadImage, readImage, smallBytes, type PictureDoor } from './image.ts'

/** Names of the chunks of a WebP file. */
function chunksOf(webp: Buffer): string[] {
  assert.equal(webp.toString('latin1', 0, 4) + webp.toString('latin1', 8, 12), 'RIFFWEBP')
  assert.equal(webp.readUInt32LE(4) + 8, webp.length, 'nothing after the picture')
  const names: string[] = []
  for (let at = 12; at < webp.length; at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2))
    names.push(webp.toString('latin1', at, at + 4))
  return names
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A few bytes that declare an enormous picture. */
function pngOf(width: number, height: number, data = deflateSync(Buffer.alloc(1000))): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([magic, pngChunk('IHDR', head), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))])
}

const formats = ['jpeg', 'png', 'webp'] as const

describe('pictures from outside', async () => {
  let count = 0
  const folder = await mkdtemp(join(tmpdir(), 'hilo-image-'))
  after(() => rm(folder, { recursive: true }))

  const saved = async (bytes: Buffer, suffix = '') => {
    const path = join(folder, `${count++}${suffix}`)
    await writeFile(path, bytes)
    return path
  }
  const sender = { vno: 1, user: 1, patient: true }
  const read = async (bytes: Buffer, suffix?: string, door?: PictureDoor) =>
    await readImage(await saved(bytes, suffix), sender, door)
  const fault = async (bytes: Buffer, suffix?: string, door?: PictureDoor) => {
    try {
      await read(bytes, suffix, door)
      return null
    } catch (error) {
      if (error instanceof BadImage) return error.fault
      throw error
    }
  }

  it('S34 accepts JPEG, PNG and WebP, whatever their names', async () => {
    for (const format of formats) {
      const image = await read(await drawing()[format]().toBuffer(), '.exe')
      assert.deepEqual([image.mime, image.width, image.height], ['image/webp', 900, 700])
      assert.deepEqual(chunksOf(image.full), ['VP8 '])
    }
  })

  it('the thumbnail is small, whatever it shows', async () => {
    let state = 1
    const noise = Buffer.alloc(900 * 700 * 3)
    for (let i = 0; i < noise.length; i++)
      noise[i] = (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24
    const storm = sharp(noise, { raw: { width: 900, height: 700, channels: 3 } })
    for (const picture of [drawing(), storm]) {
      const { thumb } = await read(await picture.jpeg().toBuffer())
      assert.ok(thumb.length <= smallBytes, `${thumb.length} bytes`)
    }
  })

  it('S34 refuses other files, and decoders of other formats are disabled', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    const html = '<!doctype html><script>alert(1)</script>'
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500)])
    const tiff = await drawing().tiff().toBuffer()
    for (const bytes of [Buffer.from(svg), Buffer.from(html), gif, zip, tiff, Buffer.from('x'), Buffer.alloc(3000)])
      assert.equal(await fault(bytes, '.jpg'), 'image.format')
    const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
    assert.equal(await fault(Buffer.concat([jpegHead, Buffer.from(html)]), '.jpg'), 'image.unreadable')
    const riff = Buffer.concat([Buffer.from('RIFF\x10\x00\x00\x00WEBP'), Buffer.from(svg)])
    assert.equal(await fault(riff), 'image.unreadable')
  })

  it('S34 refuses a picture cut short', async () => {
    for (const format of formats) {
      const whole = await drawing()[format]().toBuffer()
      for (const part of [0.1, 0.5, 0.9])
        assert.equal(await fault(whole.subarray(0, Math.floor(whole.length * part))), 'image.unreadable', String(part))
    }
  })

  it('S34 refuses a huge pixel count by its header, without decoding', async () => {
    const before = process.memoryUsage().rss
    const { user: began } = process.cpuUsage()
    assert.equal(await fault(pngOf(50_000, 50_000)), 'image.pixels')
    assert.equal(await fault(pngOf(7072, 7072)), 'image.pixels')
    assert.ok(process.cpuUsage().user - began < 1_000_000, 'microseconds of processor time')
    assert.ok(process.memoryUsage().rss - before < 50 << 20)
    assert.equal(await fault(pngOf(2000, 2000)), 'image.unreadable', 'a small head that lies about its data')
  })

  it('each door takes pictures of its own size', async () => {
    const jpeg = await drawing({ width: 4100, height: 4100 }).jpeg().toBuffer()
    assert.equal(await fault(jpeg, '', 'work'), null)
    assert.equal(await fault(jpeg, '', 'portrait'), 'image.pixels')
    const telephone = (width: number) =>
      sharp({ create: { width, height: 6144, channels: 3, background: '#888' } })
        .jpeg()
        .toBuffer()
    assert.equal(await fault(await telephone(8192)), null, 'telephones of 50 megapixels take a few more')
    assert.equal(await fault(await telephone(8193)), 'image.pixels')
    const png = await drawing({ width: 2100, height: 2000 }).png().toBuffer()
    assert.equal(await fault(png, '', 'work'), null)
    assert.equal(await fault(png, '', 'portrait'), 'image.pixels')
    const small = await read(await drawing({ width: 2000, height: 1500 }).png().toBuffer(), '', 'portrait')
    assert.deepEqual([small.width, small.height], [1024, 768])
  })

  it('refuses shapes that cost more to decode than a photograph of their size', async () => {
    const flat = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#888' } })
    const large = await flat(3500, 3500).png({ compressionLevel: 9 }).toBuffer()
    assert.equal(await fault(large), 'image.costly', `${large.length} bytes for 12 megapixels`)
    const webp = await flat(3500, 3500).webp({ lossless: true }).toBuffer()
    assert.equal(await fault(webp), 'image.costly', `${webp.length} bytes for 12 megapixels`)
    const interlaced = await drawing({ width: 2400, height: 2000 }).png({ progressive: true }).toBuffer()
    assert.equal(await fault(interlaced), 'image.costly')
    const scans = await drawing({ width: 4200, height: 4000 }).jpeg({ progressive: true }).toBuffer()
    assert.equal(await fault(scans), 'image.costly')
    for (const fine of [
      await flat(1080, 2400).png().toBuffer(),
      await drawing({ width: 1600, height: 1200 }).png({ progressive: true }).toBuffer(),
      await drawing({ width: 4000, height: 3000 }).jpeg({ progressive: true }).toBuffer(),
    ])
      assert.equal(await fault(fine), null)
  })

  it('counts the scans of a JPEG, however many repeat each other', async () => {
    const jpeg = await drawing({ width: 2000, height: 1500 }).jpeg({ progressive: true }).toBuffer()
    // The first scan repeated sixty times: each costs a pass over all pixels.
    const first = jpeg.indexOf(Buffer.from([0xff, 0xda]))
    const next = jpeg.indexOf(Buffer.from([0xff, 0xc4]), first)
    const scan = jpeg.subarray(first, next === -1 ? jpeg.indexOf(Buffer.from([0xff, 0xda]), first + 2) : next)
    const many = Buffer.concat([jpeg.subarray(0, first), ...Array<Buffer>(60).fill(scan), jpeg.subarray(first)])
    assert.equal(await fault(many), 'image.costly')
  })

  it('texts of a PNG that inflate are refused before they do', async () => {
    const png = await drawing().png().toBuffer()
    const bomb = Buffer.concat([Buffer.from('k\0\0'), deflateSync(Buffer.alloc(8_000_000))])
    const chunks = Array.from({ length: 20 }, () => pngChunk('zTXt', bomb))
    assert.equal(await fault(Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])), 'image.costly')
  })

  it('S34 S35 removes hidden content: appended code, comments, EXIF, position, XMP', async () => {
    const secret = 'Jamás-debe-salir'
    const gps = {
      GPSLatitude: '39/1 28/1 12/1',
      GPSLatitudeRef: 'N',
      GPSLongitude: '0/1 22/1 33/1',
      GPSLongitudeRef: 'W',
    }
    const taken = { DateTimeOriginal: '2026:11:20 14:32:07', OffsetTimeOriginal: '+01:00' }
    const exif = { IFD0: { Make: secret }, IFD2: taken, IFD3: gps }
    const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><!--${secret}--></x:xmpmeta>`
    const drawn = await drawing().jpeg().withMetadata({ orientation: 6 }).withExif(exif).withXmp(xmp).toBuffer()
    assert.ok(
      drawn.includes('GPS') || drawn.includes(Buffer.from([0x88, 0x25])) || drawn.includes(Buffer.from([0x25, 0x88])),
    )
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, secret.length + 3]), Buffer.from(`${secret}`)])
    const polyglot = Buffer.concat([
      drawn.subarray(0, 2),
      comment,
      drawn.subarray(2),
      Buffer.from(`<script>${secret}</script>PK\x03\x04${secret}`),
    ])
    const image = await read(polyglot)
    assert.equal(image.takenAt, '2026-11-20T14:32:07+01:00')
    assert.deepEqual([image.width, image.height], [700, 900], 'turned upright before the mark is lost')
    for (const bytes of [image.full, image.thumb]) {
      assert.deepEqual(chunksOf(bytes), ['VP8 '])
      for (const trace of [secret, 'Exif', 'script', 'xmp', 'PK\x03\x04']) assert.ok(!bytes.includes(trace), trace)
    }
  })

  it('stores at most 2048 px and 600 KB of a large noisy picture, with a thumbnail of 320 px', async () => {
    const pixels = Buffer.alloc(3000 * 2400 * 3)
    for (let i = 0, state = 1; i < pixels.length; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      pixels[i] = state >>> 24
    }
    const noise = await sharp(pixels, { raw: { width: 3000, height: 2400, channels: 3 } })
      .jpeg({ quality: 60 })
      .toBuffer()
    const image = await read(noise)
    assert.ok(image.full.length <= 600 * 1024, String(image.full.length))
    assert.ok(Math.max(image.width, image.height) <= 2048)
    assert.equal(image.full.readUInt16LE(26) & 0x3fff, image.width)
    assert.equal(image.thumb.readUInt16LE(26) & 0x3fff, 320)
  })

  it('a picture’s hash survives scaling and recompression, and differs from others', async () => {
    const bits = (a: bigint, b: bigint) =>
      BigInt.asUintN(64, a ^ b)
        .toString(2)
        .replaceAll('0', '').length
    const seen = await Promise.all(
      Array.from({ length: 12 }, async (_, seed) => {
        const drawn = () => drawing({ seed: seed + 1 })
        const original = await read(await drawn().jpeg({ quality: 92 }).toBuffer())
        const copy = await read(await drawn().resize(500).jpeg({ quality: 40 }).toBuffer())
        assert.ok(bits(original.phash, copy.phash) <= 6, String(bits(original.phash, copy.phash)))
        return original.phash
      }),
    )
    for (const [i, a] of seen.entries()) for (const b of seen.slice(i + 1)) assert.ok(bits(a, b) > 6)
  })

  it('distinguishes blurred from sharp and dark from bright', async () => {
    const crisp = await read(await drawing({ width: 1600, height: 1200 }).jpeg().toBuffer())
    const blurred = await read(await drawing({ width: 1600, height: 1200 }).blur(12).jpeg().toBuffer())
    const dark = await read(await drawing({ light: 0.08 }).jpeg().toBuffer())
    assert.ok(crisp.sharpness > 40 && blurred.sharpness < 40, `${crisp.sharpness} ${blurred.sharpness}`)
    assert.ok(crisp.brightness > 40 && dark.brightness < 40, `${crisp.brightness} ${dark.brightness}`)
  })
})
