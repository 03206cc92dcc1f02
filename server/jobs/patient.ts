import type pg from 'pg'
import { isLostConnection } from '../db/lost-connection.ts'

/** The code on which graphile-worker repeats what it writes about a job: "cannot connect now". */
const tryAgain = '57P03'

function named(error: unknown): unknown {
  if (!isLostConnection(error)) return error
  return Object.assign(new Error('connection lost', { cause: error }), { code: tryAgain })
}

const naming = async <T>(made: Promise<T>): Promise<T> =>
  await made.catch((error: unknown) => {
    throw named(error)
  })

type Ask = (...words: unknown[]) => unknown

/** Lets promises of a method fail under the code; those who pass a callback see to it themselves. */
function patientMethod(target: object, name: 'connect' | 'query'): void {
  const methods = target as Record<string, Ask>
  const method = methods[name]?.bind(target)
  methods[name] = (...words) => {
    const made = method?.(...words)
    return made instanceof Promise ? naming(made) : made
  }
}

/**
 * Makes whoever uses the pool of the queue wait out a cut. The worker repeats what it has to write about a job that it did
 * for a few codes alone; any other one, a connection that breaks just then among them, would end the process.
 */
export function waitOutCuts(pool: pg.Pool): void {
  patientMethod(pool, 'connect')
  pool.on('connect', (client) => patientMethod(client, 'query'))
}
