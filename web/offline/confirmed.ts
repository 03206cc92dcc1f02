/** Nothing of a person leaves the device, and no key of his comes to it, before the server has said that it is he. */
import { call } from '../api/call.ts'
import { session } from '../api/session.ts'

/** Whoever is silent for longer has not answered, ms. */
const patienceMs = 20_000
let confirmed = 0
session.onEnd(() => (confirmed = 0))

/** Whether the session is that person's; where it is another's, the page learns of it. @throws {CallProblem} without an answer */
export async function isConfirmed(user: number): Promise<boolean> {
  if (user === confirmed) return true
  const info = await call('account/check_login', {}, { signal: AbortSignal.timeout(patienceMs) })
  if (info.user.id === user) confirmed = user
  else await session.accept(info)
  return info.user.id === user
}
