/** Many calls by many people, several at once where they do not disturb each other. */
import assert from 'node:assert/strict'
import type { Path } from '@hilo/contract/index.ts'
import type { ProblemCode } from '@hilo/domain/problem.ts'
import { codeOf } from '../test/answers.ts'
import type { Foreign } from './foreign-records.ts'
import type { Scene, Transport } from './scene.ts'
import { changes, specOf, type Everybody } from './twins.ts'

/** Concurrent requests. */
const share = 6

/** The API log grows with every request. */
const growing: readonly Path[] = ['admin_vno/enrollments/apirequests/get']
/** Calls that may run concurrently: no changes, which disturb others, and no downloads, which are limited. */
export const alongside = (path: Path): boolean =>
  !changes(path) && specOf(path).kind !== 'download' && !growing.includes(path)

/** Processes a list with limited concurrency. */
export async function shared<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: share }, lane))
}

/** Every field with its place among those that may, or may not, be asked at once. */
export async function eachField(
  fields: readonly Foreign[],
  work: (one: readonly [number, Foreign]) => Promise<void>,
): Promise<void> {
  await shared([...fields.filter(({ path }) => alongside(path)).entries()], work)
  for (const field of fields.filter(({ path }) => !alongside(path)).entries()) await work(field)
}

/** Every call by every person gives one error. @returns number of checks */
export async function refused(
  scene: Scene,
  some: Everybody,
  asked: readonly Path[],
  [status, code]: readonly [number, ProblemCode],
  transports: readonly Transport[] = ['json', 'multipart'],
): Promise<number> {
  const everybody = Object.entries(some)
  await Promise.all(
    everybody.map(async ([who, session], index) => {
      for (const [at, path] of asked.entries()) {
        const answer = await scene.ask(path, scene.base(path), session, transports[(index + at) % transports.length])
        assert.deepEqual([answer.status, codeOf(answer)], [status, code], `${who}: ${path}`)
      }
    }),
  )
  return everybody.length * asked.length
}
