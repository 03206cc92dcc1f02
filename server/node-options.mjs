/** How the server is run, from the project's folder: the same for `npm start`, for what measures it and for tests that kill it. */
export const serverWords = ['--max-semi-space-size=4', '--import', './scripts/stripped.mjs', 'server/main.ts']

/** The threads of Node share what they allocate from instead of keeping a part each; only glibc knows of it. */
export const serverEnv = { MALLOC_ARENA_MAX: '2' }
