/** Reads printed labels (OCR) in a worker that is started for the first one. */
import { workerClient } from '../native/worker-client.ts'
import { trusted, type LabelRead } from '@hilo/domain/printed-label.ts'
import workerUrl from './label-worker.ts?worker&url'

const ask = workerClient<Blob, LabelRead | null>(workerUrl)
const able = typeof OffscreenCanvas === 'function' && typeof DecompressionStream === 'function'

/** The result sent with the picture. `value` is null when uncertain. */
export interface Ocr {
  text: string
  confidence: number
  value: string | null
}

/** The text printed in the middle of a picture; null if nothing could be read, for any reason. */
export async function readLabel(picture: Blob): Promise<Ocr | null> {
  if (!able) return null
  const read = await ask(picture).catch(() => null)
  return read && { ...read, value: trusted(read) ? read.text : null }
}
