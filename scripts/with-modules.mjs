/** Runs a TypeScript program of the project after installing what it needs. */
import { runInPlace } from './child.mjs'
import { ensureModules, root } from './modules.mjs'

const [program, ...words] = process.argv.slice(2)
process.exit(await runInPlace(ensureModules(), [program, ...words], { cwd: root }))
