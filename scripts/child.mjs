/** Runs a program in the place of this one: its output, its signals, its end. */
import { spawn } from 'node:child_process'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const sameSignalMs = 1000

/**
 * The child leads a process group of its own. At a terminal Ctrl-C reaches this process up to three times (the terminal,
 * npm, the shell), and the child must see it once: a second one means "at once".
 * @returns {Promise<number>} exit code
 */
export function runInPlace(command, words, options = {}) {
  // The channel closes when this process dies in whatever way, and the child stops by itself.
  const child = spawn(command, words, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: true, ...options })
  let last = 0
  const pass = (signal) => {
    if (Date.now() - last < sameSignalMs) return
    last = Date.now()
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, pass)
  const parent = process.ppid
  // npm killed by force tells nobody; its child is then handed to another parent.
  const watch = process.env['npm_lifecycle_event']
    ? setInterval(() => process.ppid !== parent && pass('SIGTERM'), 1000)
    : undefined
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (code, signal) => {
      clearInterval(watch)
      resolve(code ?? (signal ? 1 : 0))
    })
  })
}
