/** Calls whose answers are read in one piece: what the contract declares, or a refusal. */
import type { Output, Path } from '@hilo/contract/index.ts'
import assert from 'node:assert/strict'
import type { CallOptions, TestServer } from './harness.ts'

interface Refusal {
  error?: string
  details?: { field: string; code: string; message: string }[]
}

/** Calls as `own`, unless another session is given, or options that replace it. */
export const callerOf =
  (server: Pick<TestServer, 'call'>, own: CallOptions['session']) =>
  async <P extends Path>(path: P, query: object, session = own, options: CallOptions = { session }) => {
    const { status, body, text } = await server.call(path, query, options)
    return { status, text, ...(body as Output<P> & Refusal) }
  }

export const refusedWith = (
  { status, error, text }: { status: number; error?: string; text: string },
  as: number,
  code: string,
): void => assert.deepEqual([status, error], [as, code], text)
