/** Pictures and files for tests, generated here. */
import sharp, { type Sharp } from 'sharp'
import { keepBytes } from '../files/attach.ts'
import type { FileStore } from '../files/store.ts'
import type { Database } from '../db/open.ts'
import { insert } from './factories.ts'

interface Drawing {
  /** Another seed gives another picture. */
  seed?: number
  width?: number
  height?: number
  /** Brightness from 0 to 1. */
  light?: number
}

/** Rectangles of many colours: full of edges, and different for every seed. Encode it with `.jpeg().toBuffer()` or similar. */
export function drawing({ seed = 1, width = 900, height = 700, light = 1 }: Drawing = {}): Sharp {
  let state = Math.imul(seed, 2_654_435_761) >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const pixels = Buffer.alloc(width * height * 3, Math.floor(200 * light))
  for (let i = 0; i < 60; i++) {
    const [left, top] = [Math.floor(next() * width), Math.floor(next() * height)]
    const [wide, high] = [Math.ceil(next() * width * 0.3), Math.ceil(next() * height * 0.3)]
    const colour = Buffer.from([next(), next(), next()].map((value) => Math.floor(value * 255 * light)))
    const right = Math.min(width, left + wide)
    for (let y = top; y < Math.min(height, top + high); y++)
      pixels.fill(colour, (y * width + left) * 3, (y * width + right) * 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** A stored file of an operator, of an intervention if `event_id` is given. */
export async function makeFile(
  { db, store }: { db: Pick<Database, 'owner'>; store: FileStore },
  { bytes = Buffer.from('hilo'), ...over }: { vno_id: number; bytes?: Buffer } & Record<string, unknown>,
): Promise<number> {
  const kept = await keepBytes(store, over.vno_id, bytes)
  return await insert(db, 'file', {
    name: 'archivo.pdf',
    mime: 'application/pdf',
    sha256: Buffer.from(kept.sha256, 'hex'),
    key: kept.key,
    bytes: kept.bytes,
    ...over,
  })
}
