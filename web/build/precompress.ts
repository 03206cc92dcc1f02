import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const compressible = /\.(?:js|css|json|svg|wasm|webmanifest)$/
/** Below this a compressed copy saves no packet. */
const least = 600
/** Above this the best compression takes minutes of a build for a few kilobytes. */
const large = 500_000

async function compress(path: string) {
  const content = await readFile(path)
  if (content.length < least) return
  const quality = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: content.length > large ? 9 : 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  }
  await writeFile(`${path}.br`, await toBrotli(content, quality))
  await writeFile(`${path}.gz`, await toGzip(content, { level: 9 }))
}

/** Writes `.br` and `.gz` beside each file. Not for index.html, which the server fills for each answer. */
export function precompress(): Plugin {
  return {
    name: 'hilo-precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return
      const files = await readdir(dir, { recursive: true })
      await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compress(join(dir, file))))
    },
  }
}
