/** Calls to a server in another process. */
import type { TestServer } from './harness.ts'
import { unheard } from './journal.ts'

/** @returns the caller of a journal; `waitMs` is its timeout */
export function callOver(address: string, waitMs = 60_000): TestServer['call'] {
  return async (path, query, options) => {
    const answer = await fetch(`${address}/api/v1/${path}.json`, {
      method: 'POST',
      // A kept connection may be closed by the other side at the moment of the next request.
      headers: { cookie: options?.session?.cookie ?? '', 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ query }),
      signal: AbortSignal.timeout(waitMs),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const text = bytes.toString()
    const headers = Object.fromEntries(answer.headers)
    const isOurs = headers['content-type']?.startsWith('application/json') === true
    // An answer of a proxy in between does not count.
    return {
      status: isOurs ? answer.status : unheard,
      headers,
      bytes,
      text,
      body: isOurs ? JSON.parse(text) : undefined,
    }
  }
}
