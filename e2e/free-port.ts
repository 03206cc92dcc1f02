import { createServer } from 'node:net'

/**
 * Ports of this worker. Outside the range from which a system picks ports by itself: a port that is found free there may be
 * given away before the server that is to have it has started.
 */
const perWorker = 40
const first = 20_000 + (Number(process.env['TEST_WORKER_INDEX'] ?? 0) % 250) * perWorker
let next = 0

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A free TCP port of this machine. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < perWorker; tries++) {
    const port = first + (next++ % perWorker)
    if (await isFree(port)) return port
  }
  throw new Error(`no port from ${first} on is free`)
}
