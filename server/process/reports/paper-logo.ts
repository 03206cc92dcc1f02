/** The operator's logo in the format of the PDF library. */
import { buffer } from 'node:stream/consumers'
import { drawing } from '../../files/image.ts'
import type { FileKey, FileStore } from '../../files/store.ts'

/** The key of the logo of the operator `v`, in SQL. */
export const logoKey = '(select f.key from file f where f.id = v.logo_file_id and f.vno_id = v.id)'

/** Three pixels per point: sharp in print. */
const room = { width: 360, height: 96, fit: 'inside', withoutEnlargement: true } as const

/** Null without a logo or if it cannot be read: a bad logo must not stop the paper. */
export async function paperLogo(store: FileStore, key: FileKey | null): Promise<Buffer | null> {
  if (key === null) return null
  try {
    const sharp = await drawing()
    return await sharp(await buffer(await store.open(key)))
      .resize(room)
      .png()
      .toBuffer()
  } catch {
    return null
  }
}
