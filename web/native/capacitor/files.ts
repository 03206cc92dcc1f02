import type { Directory, Encoding } from '@capacitor/filesystem'
import type { Files } from '../file-store.ts'
import { Filesystem } from './plugins.ts'

/** Private to the application, excluded from backups; removed only with the application. */
const directory = 'LIBRARY_NO_CLOUD' as Directory.LibraryNoCloud
const encoding = 'utf8' as Encoding.UTF8
const folder = 'hilo-field'
const at = (path: string) => ({ path: `${folder}/${path}`, directory })

async function read(path: string, as: { encoding?: Encoding }): Promise<string> {
  const { data } = await Filesystem.readFile({ ...at(path), ...as })
  if (typeof data !== 'string') throw new Error('the device gave no text')
  return data
}

async function made(path: string): Promise<void> {
  // An existing folder is not an error.
  await Filesystem.mkdir({ ...at(path), recursive: true }).catch(() => undefined)
}

export const files: Files = {
  async list(path) {
    await made(path)
    return (await Filesystem.readdir(at(path))).files.filter(({ type }) => type === 'file').map(({ name }) => name)
  },
  readText: (path) => read(path, { encoding }),
  readBytes: (path) => read(path, {}),
  writeText: async (path, data) => void (await Filesystem.writeFile({ ...at(path), data, encoding, recursive: true })),
  writeBytes: async (path, data) => void (await Filesystem.writeFile({ ...at(path), data, recursive: true })),
  async rename(from, to) {
    await made(to.slice(0, to.lastIndexOf('/')))
    await Filesystem.rename({ from: at(from).path, to: at(to).path, directory, toDirectory: directory })
  },
  remove: (path) => Filesystem.deleteFile(at(path)),
}
