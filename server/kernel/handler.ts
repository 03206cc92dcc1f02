import type { ListQuery } from '@hilo/contract/call.ts'
import type { Contract, Input, Output, Path, PathOf, RecordOf } from '@hilo/contract/index.ts'
import type { Readable } from 'node:stream'
import type { Auth } from '../auth/auth.ts'
import type { Config } from '../config.ts'
import type { Statement } from './sql/batch.ts'
import type { Database } from '../db/open.ts'
import type { Sql, Tx } from './sql/scope.ts'
import type { FileStore } from '../files/store.ts'
import type { ProcessDb } from './sql/in-process.ts'
import type { Reader } from '../plant/reader.ts'
import type { Principal } from './principal.ts'

/** JSON text made by PostgreSQL, passed through unparsed. */
export class Json {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** JSON text around the changed record, which is read in the round trip of the commit. */
export class JsonAfter {
  readonly before: string
  /** One row with one column of JSON text. Without a row the change is rolled back: NOT_FOUND. */
  readonly record: Statement
  readonly after: string
  constructor(before: string, record: Statement, after: string) {
    this.before = before
    this.record = record
    this.after = after
  }
}

/** JSON text that is returned once: a repeated request gets the other one. */
export class JsonOnce {
  readonly text: string
  readonly again: string
  constructor(text: string, again: string) {
    this.text = text
    this.again = again
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

/** Common context of every handler. */
export interface BaseContext {
  requestId: string
  /** Client address; proxy headers count for trusted proxies only. */
  address: string
  userAgent: string
  native: NativeClient | null
  config: Config
  /** Takes seconds and its own connection: never call it within a change's transaction. */
  plant: Reader
  /** For answers from evidence of every operator, after the session was checked to take part in it. */
  db: ProcessDb
}
/** Answer of another call. */
export interface Asked {
  status: number
  body: Record<string, unknown>
}
/** Calls another list or change as the same caller. */
export type Ask = (path: string, query: object) => Promise<Asked>

/** Records of a list as visible to the caller, each as read with `id`; none if the list is not permitted. */
export type Records = <P extends PathOf<'list'>>(path: P, query: ListQuery) => Promise<RecordOf<P>[]>

/** A call with a session that only reads. */
export interface ReadContext extends BaseContext {
  principal: Principal
  sql: Sql
  ask: Ask
  records: Records
}
/** A call that changes data: everything in one transaction, audit row included. */
export interface WriteContext extends BaseContext {
  principal: Principal
  sql: Tx
  audit(entry: AuditEntry): void
  /** Audits many records of one entity at once; rolled back with the change. */
  auditMany(entity: string, records: readonly { id: number; after: unknown }[]): Promise<void>
  /** After the commit the session has this token, which is in its row already; null: the session ends. */
  setSession(token: string | null): void
}
/** A file part of a request, complete, in a temporary file that is deleted after the answer. */
export interface ReceivedFile {
  path: string
  bytes: number
  /** Hexadecimal, of the received bytes. */
  sha256: string
}
type FilesOf<P extends Path> = Contract[P] extends { files: infer F }
  ? { [N in keyof F]: F[N] extends { optional: true } ? ReceivedFile | undefined : ReceivedFile }
  : Record<never, never>
/** A change with files, before its transaction: files are checked, converted and stored here. */
export interface UploadContext<P extends Path> extends BaseContext {
  principal: Principal
  sql: Sql
  files: FilesOf<P>
  store: FileStore
}
/** A call answered with bytes. */
export interface BlobContext extends Omit<ReadContext, 'ask' | 'records'> {
  store: FileStore
}
export interface Bytes {
  body: Readable
  contentType: string
  fileName: string
  /** Length, if known. */
  bytes?: number
  /** Overrides the request. */
  disposition?: 'attachment'
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
  /** Removes an ended session from the cache. */
  dropPrincipal(): void
}

export type PublicHandler<P extends Path> = (context: PublicContext, input: Input<P>) => Promise<Output<P>>
export type ReadHandler<P extends Path> = (context: ReadContext, input: Input<P>) => Promise<Output<P> | Json>
export type WriteHandler<P extends Path> = (
  context: WriteContext,
  input: Input<P>,
) => Promise<Output<P> | Json | JsonAfter | JsonOnce>
export type BlobHandler<P extends Path> = (context: BlobContext, input: Input<P>) => Promise<Bytes>
/**
 * A change with files, or one that reads the plant, in two steps: slow work is done before the transaction; the returned
 * function runs inside, where a repeated request gets its first answer, so refusals belong there too. A stored file without a
 * reference is collected later.
 */
export type UploadHandler<P extends Path> = (
  context: UploadContext<P>,
  input: Input<P>,
) => Promise<(context: WriteContext) => Promise<Output<P> | Json | JsonAfter>>

/** Envelope of a list that is always complete. */
export const onePage = () => ({ next_cursor: null, server_time: new Date().toISOString() })
