import type { ListQuery } from '@hilo/contract/call.ts'
import type { Contract, Input, Output, Path, PathOf, RecordOf } from '@hilo/contract/index.ts'
import type { Readable } from 'node:stream'
import type { Auth } from '../auth/auth.ts'
import type { Config } from '../config.ts'
import type { Statement } from '../db/batch.ts'
import type { Database } from '../db/open.ts'
import type { Sql, Tx } from '../db/scope.ts'
import type { FileStore } from '../files/store.ts'
import type { ProcessDb } from '../db/in-process.ts'
import type { Reader } from '../plant/reader.ts'
import type { Principal } from './principal.ts'

/** JSON text made by PostgreSQL, passed through unparsed. */
export class Json {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** JSON text around the record that a change leaves behind, asked for in the round trip that commits it. */
export class JsonAfter {
  readonly before: string
  /** One row with one column of JSON text. No row, and the change is undone: NOT_FOUND. */
  readonly record: Statement
  readonly after: string
  constructor(before: string, record: Statement, after: string) {
    this.before = before
    this.record = record
    this.after = after
  }
}

/** JSON text that is said once: whoever repeats the request gets the other one. */
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

/** What every handler receives beside its input. */
export interface BaseContext {
  requestId: string
  /** Client address, behind trusted proxies only as they say. */
  address: string
  userAgent: string
  native: NativeClient | null
  config: Config
  /** Takes seconds and a connection of its own: not to be asked from within the transaction of a change. */
  plant: Reader
  /** For what is answered from evidence of every operator, once the session has been found to have a part in it. */
  db: ProcessDb
}
/** What another call answered. */
export interface Asked {
  status: number
  body: Record<string, unknown>
}
/** Another call, a list or a change, by the same caller. */
export type Ask = (path: string, query: object) => Promise<Asked>

/** Records of a list as the caller may see them, each whole as it is read with `id`; none where he may not call it. */
export type Records = <P extends PathOf<'list'>>(path: P, query: ListQuery) => Promise<RecordOf<P>[]>

/** A call that asks for a session and only reads. */
export interface ReadContext extends BaseContext {
  principal: Principal
  sql: Sql
  ask: Ask
  records: Records
}
/** A call that changes something: everything in one transaction, audit row included. */
export interface WriteContext extends BaseContext {
  principal: Principal
  sql: Tx
  audit(entry: AuditEntry): void
  /** The same of many records of one entity at once, written where it is asked for: undone with what it tells of. */
  auditMany(entity: string, records: readonly { id: number; after: unknown }[]): Promise<void>
  /** From the commit on the session goes by this token, which stands in its row already; null: it is over. */
  setSession(token: string | null): void
}
/** A file part of a request, whole, in a temporary place that is gone once the request is answered. */
export interface ReceivedFile {
  path: string
  bytes: number
  /** Hexadecimal, of the bytes as they came. */
  sha256: string
}
type FilesOf<P extends Path> = Contract[P] extends { files: infer F }
  ? { [N in keyof F]: F[N] extends { optional: true } ? ReceivedFile | undefined : ReceivedFile }
  : Record<never, never>
/** A change that comes with files, before its transaction: here they are judged, converted and stored. */
export interface UploadContext<P extends Path> extends BaseContext {
  principal: Principal
  sql: Sql
  files: FilesOf<P>
  store: FileStore
}
/** A call answered by bytes. */
export interface BlobContext extends Omit<ReadContext, 'ask' | 'records'> {
  store: FileStore
}
export interface Bytes {
  body: Readable
  contentType: string
  fileName: string
  /** Length, where it is known. */
  bytes?: number
  /** Whatever the request says. */
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
  /** Forgets the session in memory after it was ended. */
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
 * A change with files, or one that asks the plant, in two acts: what takes long happens before the transaction, what it
 * answers runs inside, where a repeated request gets its first answer: what refuses it belongs there too. A file that was
 * stored and never referred to is collected later.
 */
export type UploadHandler<P extends Path> = (
  context: UploadContext<P>,
  input: Input<P>,
) => Promise<(context: WriteContext) => Promise<Output<P> | Json | JsonAfter>>

/** Beside the records of a list that is always whole. */
export const onePage = () => ({ next_cursor: null, server_time: new Date().toISOString() })
