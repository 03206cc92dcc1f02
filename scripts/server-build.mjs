/**
 * The server, bundled for `npm start` (docs/decisions/0082): its own code without types in few files; packages stay where npm
 * puts them. `node scripts/server-build.mjs` bundles once, whatever there is.
 */
import { renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOnce } from './build-once.mjs'
import { root } from './modules.mjs'

const program = fileURLToPath(import.meta.url)
/** What Node is started with; each has the name of its source in `server/dist`. */
const programs = ['server/main.ts', 'server/seed/run.ts', 'server/load/reader-process.ts']

/** @returns {boolean} true when it is there and up to date */
export const buildServer = (node) =>
  buildOnce('server', {
    sources: ['server', 'domain', 'contract', 'scripts/server-build.mjs'],
    result: 'server/dist/main.js',
    say: 'Se prepara el servidor…',
    command: node,
    words: [program],
  })

async function bundle() {
  const { build } = await import('vite')
  const made = join(root, '.cache', `server-${process.pid}`)
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: made,
      emptyOutDir: true,
      target: 'esnext',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(programs.map((path) => [basename(path, '.ts'), join(root, path)])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  return made
}

/** Another start may be doing the same at this moment, with the same result: either of them may be the one that stays. */
function put(made) {
  const place = join(root, 'server', 'dist')
  rmSync(place, { recursive: true, force: true })
  try {
    renameSync(made, place)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error
    rmSync(made, { recursive: true, force: true })
  }
}

if (process.argv[1] === program) put(await bundle())
