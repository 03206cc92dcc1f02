import { totalmem } from 'node:os'

/**
 * Old space of the server in MB: a quarter of the memory that the machine or the container gives, between 512 and 4096. Beyond
 * it V8 ends the process, and its supervisor starts it again, instead of the machine swapping. `NODE_HEAP_MB` says another.
 */
function heapMb() {
  const said = Number(process.env['NODE_HEAP_MB'])
  if (Number.isInteger(said) && said >= 256) return said
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.min(Math.max(Math.round(bytes / 4 / (1 << 20)), 512), 4096)
}

/**
 * How the server is run, from the project's folder, once it is bundled (`scripts/server-build.mjs`): the same for `npm start`, for what measures it and for tests that kill it.
 * `--expose-gc` lets the server give back what its start leaves in memory: 102 MB idle instead of 130.
 * `--enable-source-maps` lets traces name the sources. `--no-deprecation`: advice for a package's authors is not for people.
 */
export const serverWords = [
  `--max-old-space-size=${heapMb()}`,
  '--expose-gc',
  '--enable-source-maps',
  '--no-deprecation',
  'server/dist/main.js',
]

/** The threads of Node share what they allocate from instead of keeping a part each; only glibc knows of it. */
export const serverEnv = { MALLOC_ARENA_MAX: '2' }
