/** A picture uploaded with a form: checked, re-encoded and stored before the transaction that references it. */
import { Problem } from '@hilo/domain/problem.ts'
import type { Sender } from './decode-turns.ts'
import { BadImage, readImage } from './image.ts'
import { keepBytes, type Kept } from './attach.ts'
import type { FileStore } from './store.ts'

export interface Drawn {
  mime: string
  full: Kept
  thumb: Kept
}

/** @throws Problem VALIDATION at `field`, with the fault */
export async function keepPicture(
  store: FileStore,
  sender: Sender,
  { vnoId, field, path }: { vnoId: number; field: string; path: string },
): Promise<Drawn> {
  try {
    const { full, thumb, mime } = await readImage(path, sender, 'portrait')
    return { mime, full: await keepBytes(store, vnoId, full), thumb: await keepBytes(store, vnoId, thumb) }
  } catch (error) {
    if (!(error instanceof BadImage)) throw error
    const details = [{ field, code: error.fault.slice('image.'.length), message: error.fault }]
    throw new Problem('VALIDATION', { details })
  }
}
