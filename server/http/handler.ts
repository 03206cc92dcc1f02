import type { Input, Output, Path } from '@hilo/contract/index.ts'
import type { Auth } from '../auth/auth.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Sql, Tx } from '../db/scope.ts'
import type { Principal } from './principal.ts'

/** JSON text made by PostgreSQL, passed through unparsed. */
export class Json {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export interface NativeClient {
  platform: 'android' | 'ios'
  version: string
  installId: string
}

export interface AuditEntry {
  entity: string
  entityId?: string | number
  before?: unknown
  after?: unknown
}

/** What every handler receives beside its input. */
export interface BaseContext {
  requestId: string
  /** Client address, behind trusted proxies only as they say. */
  address: string
  userAgent: string
  native: NativeClient | null
  config: Config
}
/** A call that asks for a session and only reads. */
export interface ReadContext extends BaseContext {
  principal: Principal
  sql: Sql
}
/** A call that changes something: everything in one transaction, audit row included. */
export interface WriteContext extends BaseContext {
  principal: Principal
  sql: Tx
  audit(entry: AuditEntry): void
}
/** A public call: signing in and out. */
export interface PublicContext extends BaseContext {
  principal: Principal | null
  db: Database
  auth: Auth
  sessionToken: string | null
  cookies: Readonly<Record<string, string>>
  /** Name without prefix; null clears it. */
  setCookie(name: string, value: string | null, options?: { maxAgeS?: number; path?: string }): void
  /** Forgets the session in memory after it was ended. */
  dropPrincipal(): void
}

export type PublicHandler<P extends Path> = (context: PublicContext, input: Input<P>) => Promise<Output<P>>
export type ReadHandler<P extends Path> = (context: ReadContext, input: Input<P>) => Promise<Output<P> | Json>
export type WriteHandler<P extends Path> = (context: WriteContext, input: Input<P>) => Promise<Output<P> | Json>
