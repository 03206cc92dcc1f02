/** The PostgreSQL that all server tests of a run share. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { root } from './modules.mjs'

/** @returns {Promise<{ url: string, stop(): Promise<void> }>} */
export async function startTestCluster(node, words = []) {
  const child = spawn(node, ['server/test/serve-cluster.ts', ...words], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((done) => child.once('exit', done))
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    void ended.then(() => reject(new Error('El PostgreSQL de las pruebas no arranca.')))
  })
  const stop = async () => {
    child.stdin.end()
    await ended
  }
  return { url, stop }
}
