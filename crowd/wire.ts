/** A network that loses answers. */
import { Agent, request } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { multipart } from '../server/test/harness.ts'

export interface Heard {
  status: number
  text: string
  body: { error?: string; record?: { id?: number; version?: number }; [field: string]: unknown }
}
/** When an answer is lost: before the request arrives, or after the server has answered. */
export type Lost = 'going' | 'coming' | null
export type Send = (
  path: string,
  query: object,
  who: string,
  options?: { picture?: Buffer | undefined; lost?: Lost },
) => Promise<Heard | null>

/** Sends to a server; null: outcome unknown. */
export function network(address: string): { send: Send; sent: () => number; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 96 })
  let sent = 0
  const send: Send = async (path, query, who, { picture, lost = null } = {}) => {
    sent += 1
    const said = JSON.stringify(query)
    const form = picture && multipart([['query', said], ['picture', picture]]) // prettier-ignore
    const payload = form ? form.payload : Buffer.from(`{"query":${said}}`)
    const headers = form ? form.headers : { 'content-type': 'application/json' }
    const asked = request(`${address}/api/v1/${path}.json`, {
      method: 'POST',
      agent,
      headers: { ...headers, cookie: who, 'content-length': payload.length },
    })
    const answered = once(asked, 'response') as Promise<[NodeJS.ReadableStream & { statusCode?: number }]>
    answered.catch(() => undefined)
    const written = new Promise<void>((resolve) => asked.end(payload, resolve))
    try {
      if (lost === 'going') {
        await written
        asked.destroy()
        return null
      }
      const [response] = await answered
      const answer = await text(response)
      if (lost === 'coming') return null
      return { status: response.statusCode ?? 0, text: answer, body: JSON.parse(answer) as Heard['body'] }
    } catch {
      return null
    }
  }
  return { send, sent: () => sent, close: () => agent.destroy() }
}
