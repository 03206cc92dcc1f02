import { createServer } from 'node:net'

/** A port of this machine that nobody uses just now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (at === null || typeof at === 'string') throw new Error('no port')
  return at.port
}
