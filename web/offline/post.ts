/** One operation over the network: large pictures in parts, so that what has arrived need not go again. */
import type { Input, Path } from '@hilo/contract/index.ts'
import { call, type CallOptions } from '../api/call.ts'
import { CallProblem } from '../api/problem.ts'
import type { TellSent } from '../api/upload.ts'
import { outcomeOf, type Operation } from './operation.ts'

/** A picture that is smaller goes in one piece; parts are that large, bytes. */
const partBytes = 256 << 10

/** A request of which nothing has been heard for so long is given up: it goes again under its own name, ms. */
const silenceMs = 45_000

/** @throws {CallProblem} also where the server is silent */
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

/** A server that takes no parts, or has lost some, gets the whole. */
const saysWhole = (error: unknown) =>
  error instanceof CallProblem && (error.code === 'REQUEST_NOT_EXIST' || outcomeOf(error) === 'refused')

/** Brings the bytes to the server, from where the last try came to. */
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

/** Whether all the bytes of its picture lie at the server already. */
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
export async function post(operation: Operation, tell: TellSent): Promise<unknown> {
  const { path, query, client_request_id, files } = operation
  const input = { ...query, client_request_id } as Input<Path>
  const whole = () => ask(path, input, Object.keys(files).length > 0 ? { files, onSent: tell } : {})
  if (!(await isStaged(operation, tell))) return whole()
  try {
    return await ask(path, input)
  } catch (error) {
    // Some parts, or all of them, are no longer there.
    if (error instanceof CallProblem && ['PARTS_MISSING', 'VALIDATION'].includes(error.code)) return whole()
    throw error
  }
}
