/** Restarts a program that crashed; a stop signal or a failed start ends it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { runOnce } from './child.mjs'

/** V8 aborts on out of memory, the system kills; the rest are faults of native code. */
const deaths = new Set(['SIGABRT', 'SIGKILL', 'SIGSEGV', 'SIGBUS', 'SIGTRAP', 'SIGILL'])
/** The same, as shell exit codes. */
const deathCodes = new Set([132, 133, 134, 135, 137, 139])
/** A shorter run counts as a failed start, ms. */
const shortLifeMs = 60_000
const mostShortLives = 5
const longestPauseMs = 30_000

/**
 * @param {{ command: string, words: readonly string[], options: object, pauseMs?: number }} program first pause, doubled with
 * each failed start
 * @param {(text: string) => void} say
 * @returns {Promise<number>} exit code
 */
export async function keepRunning({ command, words, options, pauseMs = 1000 }, say) {
  for (let shortLives = 0; ;) {
    const began = Date.now()
    const { code, signal, stopped } = await runOnce(command, words, options)
    const died = !stopped && (deaths.has(signal) || deathCodes.has(code))
    if (!died) return code
    shortLives = Date.now() - began < shortLifeMs ? shortLives + 1 : 1
    const how = signal ?? String(code)
    if (shortLives >= mostShortLives) {
      say(
        `Hilo ha caído ${shortLives} veces seguidas nada más arrancar (${how}). No se arranca más: revisa la memoria.`,
      )
      return 1
    }
    const pause = Math.min(pauseMs * 2 ** (shortLives - 1), longestPauseMs)
    say(`Hilo ha caído (${how}). Se arranca de nuevo en ${Math.ceil(pause / 1000)} s.`)
    await sleep(pause)
  }
}
