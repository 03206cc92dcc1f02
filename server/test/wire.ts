/** Calls put to a server that runs in a process of its own. */
import type { TestServer } from './harness.ts'
import { unheard } from './journal.ts'

/** @returns what a journal calls by; `waitMs` is how long it waits for an answer */
export function callOver(address: string, waitMs = 60_000): TestServer['call'] {
  return async (path, query, options) => {
    const answer = await fetch(`${address}/api/v1/${path}.json`, {
      method: 'POST',
      headers: { cookie: options?.session?.cookie ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      signal: AbortSignal.timeout(waitMs),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const text = bytes.toString()
    const headers = Object.fromEntries(answer.headers)
    const isOurs = headers['content-type']?.startsWith('application/json') === true
    // What somebody in between says is no answer.
    return {
      status: isOurs ? answer.status : unheard,
      headers,
      bytes,
      text,
      body: isOurs ? JSON.parse(text) : undefined,
    }
  }
}
