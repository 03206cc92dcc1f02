/** One operation over the network: large pictures in parts, so that what has arrived need not go again. */
import type { Input, Path } from '@hilo/contract/index.ts'
import { call, send } from '../api/call.ts'
import { CallProblem } from '../api/problem.ts'
import type { TellSent } from '../api/upload.ts'
import { outcomeOf, type Operation } from './operation.ts'

/** A picture that is smaller goes in one piece; parts are that large, bytes. */
const partBytes = 256 << 10

/** A server that takes no parts, or has lost some, gets the whole. */
const saysWhole = (error: unknown) =>
  error instanceof CallProblem && (error.code === 'REQUEST_NOT_EXIST' || outcomeOf(error) === 'refused')

/** Brings the bytes to the server, from where the last try came to. */
async function stage(picture: Blob, sha256: string, tell: TellSent): Promise<void> {
  const path = 'admin_vno/enrollments/pictures/part'
  const about = { sha256, bytes: picture.size }
  let { received } = await call(path, { ...about, offset: 0 })
  while (received < picture.size) {
    const offset = received
    const part = picture.slice(offset, offset + partBytes)
    const onSent = (share: number) => tell((offset + share * part.size) / picture.size)
    const response = await send(path, { ...about, offset }, { files: { part }, onSent })
    const answer = (await response.json()) as { received: number }
    if (answer.received <= offset) throw new CallProblem('UNAVAILABLE', 'UNAVAILABLE')
    received = answer.received
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
  const whole = async () => {
    const options = Object.keys(files).length > 0 ? { files, onSent: tell } : {}
    return (await send(path, input, options)).json() as Promise<unknown>
  }
  if (!(await isStaged(operation, tell))) return whole()
  try {
    return (await send(path, input)).json() as Promise<unknown>
  } catch (error) {
    // Some parts, or all of them, are no longer there.
    if (error instanceof CallProblem && ['PARTS_MISSING', 'VALIDATION'].includes(error.code)) return whole()
    throw error
  }
}
