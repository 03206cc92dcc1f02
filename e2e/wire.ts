/** Calls put to the server directly, with the session of a browser. */
import { expect, type APIRequestContext } from '@playwright/test'
import { json } from './json.ts'

/** The server may end a kept connection in the instant in which it is used again: what was sent then has not been read. */
export const sentAgain = { maxRetries: 2 }

/** @returns what the call answers, which must be a success */
export async function call<T>(request: APIRequestContext, path: string, query: object): Promise<T> {
  const answer = await request.post(`/api/v1/${path}.json`, { data: { query }, ...sentAgain })
  const text = await answer.text()
  expect(answer.status(), `${path}: ${text}`).toBe(200)
  return json<T>(text)
}
