/** The PostgreSQL that all server tests of a run share. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { root } from './modules.mjs'

/**
 * @param {'embedded' | 'system'} kind the product's own, or the machine's
 * @returns {Promise<{ url: string, stop(): Promise<void> } | null>} null if the machine has none
 */
export async function startTestCluster(node, kind = 'embedded') {
  const child = spawn(node, ['server/test/serve-cluster.ts', kind], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise((done) => child.once('exit', done))
  const first = new Promise((done) => createInterface({ input: child.stdout }).once('line', done))
  const url = await Promise.race([first, ended])
  if (url === 0 && kind === 'system') return null
  if (typeof url !== 'string') throw new Error('El PostgreSQL de las pruebas no arranca.')
  const stop = async () => {
    child.stdin.end()
    await ended
  }
  return { url, stop }
}
