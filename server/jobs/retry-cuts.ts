import type pg from 'pg'
import { isLostConnection } from '../kernel/lost-connection.ts'

/** "cannot connect now": the code on which graphile-worker retries its writes about a job. */
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

/** Makes rejected promises of a method carry the code; callback users handle it themselves. */
function patientMethod(target: object, name: 'connect' | 'query'): void {
  const methods = target as Record<string, Ask>
  const method = methods[name]?.bind(target)
  methods[name] = (...words) => {
    const made = method?.(...words)
    return made instanceof Promise ? naming(made) : made
  }
}

/**
 * Makes users of the queue's pool wait out a cut. The worker retries its writes about a job for a few error codes only; any
 * other error, such as a broken connection, would end the process.
 */
export function waitOutCuts(pool: pg.Pool): void {
  patientMethod(pool, 'connect')
  pool.on('connect', (client) => patientMethod(client, 'query'))
}
