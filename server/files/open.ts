import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { S3Store } from './s3-store.ts'
import { DiskStore, type FileStore } from './store.ts'

/** File store of this installation: a folder of its data, or the configured bucket. */
export function fileStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): FileStore {
  const folder = join(dataDir, 'files')
  return s3 ? new S3Store(s3, `${folder}-incoming`) : new DiskStore(folder)
}

/**
 * The same, checked before serving.
 * @throws {Error} in Spanish, for a missing bucket or one without access; one that does not answer is only logged, since it
 * may be back before it is needed
 */
export async function openFiles(config: Config, log: Log): Promise<FileStore> {
  const store = fileStore(config)
  if (!(store instanceof S3Store)) return store
  const reached = await store.reach()
  if (reached === null) log.warn('El almacén de ficheros (S3_ENDPOINT) no responde: los ficheros tardarán en abrirse.')
  else if (reached.status === 404) throw new Error('S3_BUCKET no existe en S3_ENDPOINT. Créalo, o corrige el nombre.')
  else if (!reached.ok)
    throw new Error(
      `S3_ENDPOINT no deja entrar (${reached.status}). Revisa S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION y S3_BUCKET.`,
    )
  return store
}
