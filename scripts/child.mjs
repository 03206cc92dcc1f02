/** Runs a program in place of this one: same output, signals and exit code. */
import { spawn } from 'node:child_process'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const sameSignalMs = 1000

/**
 * The child leads its own process group. At a terminal Ctrl-C reaches this process up to three times (terminal, npm, shell),
 * and the child must get it once: a second one means "at once".
 * @returns {Promise<number>} exit code
 */
export async function runInPlace(command, words, options = {}) {
  const { code } = await runOnce(command, words, options)
  return code
}

/**
 * As above, with the details of how the process ended.
 * @returns {Promise<{ code: number, signal: string | null, stopped: boolean }>} exit code; the signal that killed the program;
 *   whether a signal was passed on to it
 */
export function runOnce(command, words, options = {}) {
  // The channel closes when this process dies in any way, and the child stops by itself.
  const child = spawn(command, words, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: true, ...options })
  let last = 0
  let stopped = false
  const pass = (signal) => {
    stopped = true
    if (Date.now() - last < sameSignalMs) return
    last = Date.now()
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, pass)
  const parent = process.ppid
  // A killed npm sends no signal; its child is then adopted by another parent.
  const watch = process.env['npm_lifecycle_event']
    ? setInterval(() => process.ppid !== parent && pass('SIGTERM'), 1000)
    : undefined
  return new Promise((resolve) => {
    const end = (code, signal) => {
      clearInterval(watch)
      for (const one of signals) process.off(one, pass)
      resolve({ code: code ?? 1, signal, stopped })
    }
    child.once('error', (error) => {
      console.error(error.message)
      end(1, null)
    })
    child.once('exit', end)
  })
}
