import { Problem } from '@hilo/domain/problem.ts'
import type { BlobHandler } from '../../kernel/handler.ts'
import { photoOfBox } from './queries.ts'

interface Photo {
  mime: string
  name: string
  key: string
  bytes: number
}

export const ctoPhoto = {
  'admin_vno/ctos/photo': (async ({ sql, store }, { cto_id: box, file_id: file }) => {
    const found = await sql.json(photoOfBox, [box, file])
    if (found === null) throw new Problem('NOT_FOUND')
    const { mime, name, key, bytes } = JSON.parse(found) as Photo
    const body = await store.open(key).catch((error: unknown) => {
      throw new Error(`file ${file} has lost its bytes`, { cause: error })
    })
    return { body, contentType: mime, fileName: name, bytes }
  }) satisfies BlobHandler<'admin_vno/ctos/photo'>,
}
