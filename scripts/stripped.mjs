/**
 * `node --import scripts/stripped.mjs`: the server's TypeScript comes without its types from `.cache/stripped`. A process in
 * which Node itself strips types keeps the compiler for as long as it lives, and Node's compile cache keeps all of its code a
 * second time (docs/decisions/0042). What has changed is stripped by a process that ends; where that is not possible, by Node.
 */
import { spawnSync } from 'node:child_process'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strippedOf } from './strip.mjs'

const program = join(import.meta.dirname, 'strip.mjs')
let stripped = false

function stripOnce() {
  if (stripped) return
  stripped = true
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', program], { stdio: 'ignore' })
}

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context)
    const path = fileURLToPath(url)
    let source = strippedOf(path)
    if (source === null) {
      stripOnce()
      source = strippedOf(path)
    }
    return source === null ? next(url, context) : { format: 'module', shortCircuit: true, source }
  },
})
