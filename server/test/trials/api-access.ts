/** Access to a server through its API only: calls by path, and a way to wait for its jobs. */
import type { Path } from '@hilo/contract/index.ts'
import type { Database } from '../../db/open.ts'
import { startJobs } from '../../jobs/jobs.ts'
import { silentLog } from '../../log.ts'
import { startWatch } from '../../process/watching/watch.ts'
import { startTestServer } from '../harness.ts'

export interface Reply {
  status: number
  body: unknown
  text: string
}

export interface Door {
  /** Creates accounts and inventory; everything else goes through `call`. */
  db: Database
  call(path: Path, query: object, token: string, picture?: Buffer): Promise<Reply>
}

export interface OpenDoor extends Door {
  close(): Promise<void>
}

/** A server in this process with jobs and listeners. */
export async function openDoor(): Promise<OpenDoor> {
  const server = await startTestServer()
  const process = { ...server, log: silentLog }
  const jobs = await startJobs(process, server.store)
  const watch = startWatch(process)
  return {
    db: server.db,
    call: (path, query, bearer, picture) =>
      server.call(path, query, { bearer, ...(picture && { files: { picture } }) }),
    close: async () => {
      await watch.stop()
      await jobs.stop()
      await server.close()
    },
  }
}
