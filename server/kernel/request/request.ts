import type { FastifyReply } from 'fastify'
import type { Auth } from '../../auth/auth.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/open.ts'
import type { FileStore } from '../../files/store.ts'
import type { Log } from '../../log.ts'
import type { Reader } from '../../plant/reader.ts'
import type { Caller } from './caller.ts'
import type { Route } from './route.ts'
import type { Principals } from './principal.ts'
import type { Totals } from '../list/totals.ts'
import type { Upload } from './upload.ts'

/** Dependencies of answering a call. */
export interface Kernel {
  config: Config
  db: Database
  auth: Auth
  log: Log
  store: FileStore
  plant: Reader
  routes: ReadonlyMap<string, Route>
  principals: Principals
  totals: Totals
  /** Checks each answer against its declaration; in tests and development. */
  checkAnswers: boolean
}

/** A request in progress: input, caller, route. */
export interface Request {
  kernel: Kernel
  route: Route
  caller: Caller
  reply: FastifyReply
  upload: Upload
}
