import type { AnyCall } from '@hilo/contract/call.ts'
import type { BlobHandler, PublicHandler, ReadHandler, UploadHandler, WriteHandler } from '../handler.ts'
import type { AnySource } from '../list/list-source.ts'

/** A call with its declaration and handler. */
export type Route =
  | { path: string; kind: 'public'; spec: AnyCall; handler: PublicHandler<never> }
  | { path: string; kind: 'read'; spec: AnyCall; handler: ReadHandler<never> }
  | { path: string; kind: 'write'; spec: AnyCall; handler: WriteHandler<never> }
  | { path: string; kind: 'upload'; spec: Extract<AnyCall, { kind: 'call' }>; handler: UploadHandler<never> }
  | { path: string; kind: 'blob'; spec: Extract<AnyCall, { kind: 'blob' }>; handler: BlobHandler<never> }
  | { path: string; kind: 'list'; spec: Extract<AnyCall, { kind: 'list' }>; source: AnySource }
  | { path: string; kind: 'download'; spec: Extract<AnyCall, { kind: 'download' }>; source: AnySource }
