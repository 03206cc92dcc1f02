/** Sends one operation: large pictures as resumable uploads, in parts. */
import type { Input, Path } from '@hilo/contract/index.ts'
import { call, type CallOptions } from '../api/call.ts'
import { CallProblem } from '../api/problem.ts'
import type { TellSent } from '../api/upload.ts'
import { outcomeOf, type Operation } from './operation.ts'

/** Size of a part, bytes; a smaller picture is sent whole. */
const partBytes = 256 << 10

/** A request without progress for this long is aborted and sent again under the same request id, ms. */
const silenceMs = 45_000

/** @throws {CallProblem} also on a timeout */
async function ask<P extends Path>(path: P, query: Input<P>, options: CallOptions = {}): Promise<unknown> {
  const given = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => given.abort(), silenceMs)
  }
  const { onSent: tell } = options
  const onSent = (share: number) => {
    wait()
    tell?.(share)
  }
  wait()
  try {
    return await call(path, query, { ...options, ...(tell && { onSent }), signal: given.signal, once: true })
  } catch (error) {
    throw given.signal.aborted ? new CallProblem('UNAVAILABLE', 'UNAVAILABLE', 0, {}, { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}

/** The server does not support parts, or has lost some: send the whole picture. */
const saysWhole = (error: unknown) =>
  error instanceof CallProblem && (error.code === 'REQUEST_NOT_EXIST' || outcomeOf(error) === 'refused')

/** Uploads the bytes, resuming where the last try stopped. */
async function stage(picture: Blob, sha256: string, tell: TellSent): Promise<void> {
  const path = 'admin_vno/enrollments/pictures/part'
  const about = { sha256, bytes: picture.size }
  const held = async (offset: number, options?: CallOptions) =>
    ((await ask(path, { ...about, offset }, options)) as { received: number }).received
  let received = await held(0)
  while (received < picture.size) {
    const offset = received
    const part = picture.slice(offset, offset + partBytes)
    const onSent = (share: number) => tell((offset + share * part.size) / picture.size)
    received = await held(offset, { files: { part }, onSent })
    if (received <= offset) throw new CallProblem('UNAVAILABLE', 'UNAVAILABLE')
  }
}

/** Whether all bytes of the picture are already on the server. */
async function isStaged({ query, files }: Operation, tell: TellSent): Promise<boolean> {
  const { picture } = files
  const { sha256 } = query
  if (picture === undefined || picture.size <= partBytes || typeof sha256 !== 'string') return false
  try {
    await stage(picture, sha256, tell)
    return true
  } catch (error) {
    if (saysWhole(error)) return false
    throw error
  }
}

/** @throws {CallProblem} */
export async function sendOperation(operation: Operation, tell: TellSent): Promise<unknown> {
  const { path, query, client_request_id, files } = operation
  const input = { ...query, client_request_id } as Input<Path>
  const whole = () => ask(path, input, Object.keys(files).length > 0 ? { files, onSent: tell } : {})
  if (!(await isStaged(operation, tell))) return whole()
  try {
    return await ask(path, input)
  } catch (error) {
    // Some or all of the parts have been deleted on the server.
    if (error instanceof CallProblem && ['PARTS_MISSING', 'VALIDATION'].includes(error.code)) return whole()
    throw error
  }
}
