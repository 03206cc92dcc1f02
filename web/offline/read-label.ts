/** Reads printed labels in a worker of its own, which comes with the first of them. */
import { thread } from '../native/thread.ts'
import { trusted, type LabelRead } from '@hilo/domain/printed-label.ts'
import workerUrl from './label-worker.ts?worker&url'

const ask = thread<Blob, LabelRead | null>(workerUrl)
const able = typeof OffscreenCanvas === 'function' && typeof DecompressionStream === 'function'

/** As it travels with the picture. `value` is null where it may be wrong. */
export interface Ocr {
  text: string
  confidence: number
  value: string | null
}

/** What stands printed in the middle of a picture; null where nothing could be read, for whatever reason. */
export async function readLabel(picture: Blob): Promise<Ocr | null> {
  if (!able) return null
  const read = await ask(picture).catch(() => null)
  return read && { ...read, value: trusted(read) ? read.text : null }
}
