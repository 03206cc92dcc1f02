/** A TCP proxy between server and database, which can go silent like a lost machine. */
import { connect, createServer } from 'node:net'
import type { AddressInfo, IpcNetConnectOpts, Socket, TcpNetConnectOpts } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { readAddress } from '../database-address.ts'

export interface TcpFront {
  /** The database's address through the proxy. */
  url: string
  port: number
  /** Open connections swallow everything and never answer; new ones work. */
  silence(): void
  /** New connections never answer either. */
  silenceAll(): void
  /** New connections work again. */
  clear(): void
  /** Forwards to another database from now on. */
  lead(url: string): void
  close(): Promise<void>
}

/** Connection options of a database URL. */
function targetOf(url: string): TcpNetConnectOpts | IpcNetConnectOpts {
  const [place] = readAddress(url)?.places ?? []
  if (!place) throw new Error('no address')
  return place.host.startsWith('/') ? { path: join(place.host, `.s.PGSQL.${place.port}`) } : place
}

export async function startTcpFront(url: string): Promise<TcpFront> {
  let target = targetOf(url)
  let silent = false
  const pairs = new Set<{ near: Socket; far: Socket | null; silent: boolean }>()
  const server = createServer((near) => {
    const far = silent ? null : connect(target)
    const pair = { near, far, silent }
    pairs.add(pair)
    near.on('data', (chunk) => pair.silent || far?.write(chunk))
    far?.on('data', (chunk) => pair.silent || near.write(chunk))
    // A lost machine's connections are not closed either.
    far?.on('close', () => pair.silent || near.destroy())
    near.on('close', () => {
      pairs.delete(pair)
      far?.destroy()
    })
    for (const side of [near, far]) side?.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const own = new URL(readAddress(url)?.first ?? '')
  own.searchParams.delete('host')
  own.hostname = '127.0.0.1'
  own.port = String(port)
  const silence = () => pairs.forEach((pair) => (pair.silent = true))
  return {
    url: own.href,
    port,
    silence,
    silenceAll() {
      silent = true
      silence()
    },
    clear: () => void (silent = false),
    lead: (to) => void (target = targetOf(to)),
    async close() {
      for (const { near, far } of pairs) for (const side of [near, far]) side?.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
