/** The way to a server that has only its API: calls by path, and the means to know when its jobs are done. */
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
  /** Accounts and inventory are made here; the rest goes through `call`. */
  db: Database
  call(path: Path, query: object, token: string, picture?: Buffer): Promise<Reply>
}

export interface OpenDoor extends Door {
  close(): Promise<void>
}

/** A server in this process with its jobs and its listeners. */
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
