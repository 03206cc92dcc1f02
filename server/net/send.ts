/** Messages to systems of somebody else: signed, sent once over a connection of their own, never on to another address. */
import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { guardedLookup, readTarget, type Reach } from './target.ts'

const answerMs = 10_000

/** `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`: old messages cannot be sent again by somebody else. */
export function signature(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/**
 * Posts JSON and answers the status; what comes with it is not read, and a redirection is an answer like any other.
 * @param reach where somebody else's word may lead; null for an address of the product's own configuration
 * @throws TargetRefused for the own network, the connection's error, or a timeout after 10 s
 */
export async function postJson(
  to: string,
  body: string,
  headers: Record<string, string>,
  reach: Reach | null,
): Promise<number> {
  const url = reach === null ? new URL(to) : readTarget(to, reach)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return await new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
        signal: AbortSignal.timeout(answerMs),
        ...(reach !== null && { lookup: guardedLookup(reach) }),
      },
      (answer) => {
        resolve(answer.statusCode ?? 0)
        answer.destroy()
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
