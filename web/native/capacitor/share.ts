import type { Directory } from '@capacitor/filesystem'
import { toBase64 } from '../base64.ts'
import { Filesystem, Share } from './plugins.ts'

const directory = 'CACHE' as Directory.Cache

/**
 * The file stays in the cache folder while another application reads it; the system clears it when space runs short.
 */
export async function share(file: File, title: string): Promise<void> {
  const path = `share/${file.name.replaceAll(/[^\p{L}\p{N}._-]/gu, '_')}`
  const data = toBase64(new Uint8Array(await file.arrayBuffer()))
  const { uri } = await Filesystem.writeFile({ path, data, directory, recursive: true })
  await Share.share({ files: [uri], title }).catch((error: unknown) => {
    if (!(error instanceof Error && /cancel/i.test(error.message))) throw error
  })
}
