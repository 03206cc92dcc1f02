/** No data or key of a user is sent or fetched before the server has confirmed whose session it is. */
import { call } from '../api/call.ts'
import { session } from '../api/session.ts'

/** Timeout of the confirmation, ms. */
const patienceMs = 20_000
let confirmed = 0
session.onEnd(() => (confirmed = 0))

/**
 * Whether the session belongs to that user; if it belongs to another one, the page is told. @throws {CallProblem}
 * without a response
 */
export async function isSessionOf(user: number): Promise<boolean> {
  if (user === confirmed) return true
  const info = await call('account/check_login', {}, { signal: AbortSignal.timeout(patienceMs) })
  if (info.user.id === user) confirmed = user
  else await session.accept(info)
  return info.user.id === user
}
