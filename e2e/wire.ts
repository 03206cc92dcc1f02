/** Calls to the server directly, with the session of a browser. */
import { contract } from '@hilo/contract/index.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, type APIRequestContext, type APIResponse } from '@playwright/test'
import { json } from './json.ts'

/** The server may close a kept connection at the moment of reuse: that request was not read. */
export const sentAgain = { maxRetries: 2 }

/** Pauses before a request that found the server busy (503) is sent again, ms. */
const pausesMs = [500, 1500, 4000]

/** True for a call that changes data: it takes a request id, under which a repetition is not done twice. */
function isChange(path: string): boolean {
  const spec = Object.entries(contract).find(([name]) => name === path)?.[1]
  return spec !== undefined && 'mutates' in spec && spec.mutates === true
}

/** A request with its session; one that finds the server busy is sent again under the same request id, as clients do. */
export async function answerOf(request: APIRequestContext, path: string, query: object): Promise<APIResponse> {
  const data = { query: { ...(isChange(path) && { client_request_id: randomUUID() }), ...query } }
  for (const pauseMs of pausesMs) {
    const answer = await request.post(`/api/v1/${path}.json`, { data, ...sentAgain })
    if (answer.status() !== 503) return answer
    await wait(pauseMs)
  }
  return await request.post(`/api/v1/${path}.json`, { data, ...sentAgain })
}

/** @returns the answer, which must be a success */
export async function call<T>(request: APIRequestContext, path: string, query: object): Promise<T> {
  const answer = await answerOf(request, path, query)
  const text = await answer.text()
  expect(answer.status(), `${path}: ${text}`).toBe(200)
  return json<T>(text)
}
