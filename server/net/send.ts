/** Requests to third-party systems: signed, sent once over their own connection, without following redirects. */
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { guardedLookup, readTarget, type Reach } from './target.ts'
import { patient } from '../kernel/patience.ts'

/** An import of `node:http` would load all of undici for its globals, 12 MB per process. */
const { request: requestHttp } = process.getBuiltinModule('node:http')
const { request: requestHttps } = process.getBuiltinModule('node:https')

const answerMs = patient(10_000)

/** `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`: the time limits replay. */
export function signature(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export interface Reply {
  status: number
  /** At most the requested bytes. */
  text: string
}

/** Posts JSON and returns the status; the body is not read. */
export async function postJson(...request: Parameters<typeof askJson>): Promise<number> {
  return (await askJson(...request)).status
}

async function readText(answer: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > most) return ''
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Posts JSON and returns the answer, like `post`. */
export async function askJson(
  to: string,
  body: string,
  headers: Record<string, string>,
  reach: Reach | null,
  most = 0,
): Promise<Reply> {
  return await post(to, body, { 'content-type': 'application/json; charset=utf-8', ...headers }, reach, most)
}

/**
 * Posts a body and returns the answer; a redirect is an answer like any other.
 * @param most maximum bytes of the answer: a longer one fails
 * @param reach networks allowed for a user-supplied address; null for an address of the product's own configuration
 * @throws TargetRefused for an internal address, the connection's error, or a timeout after 10 s
 */
export async function post(
  to: string,
  body: string | Buffer,
  headers: Record<string, string>,
  reach: Reach | null,
  most = 0,
): Promise<Reply> {
  const url = reach === null ? new URL(to) : readTarget(to, reach)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return await new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { 'content-length': Buffer.byteLength(body), ...headers },
        signal: AbortSignal.timeout(answerMs),
        ...(reach !== null && { lookup: guardedLookup(reach) }),
      },
      (answer) => {
        const status = answer.statusCode ?? 0
        const read = most > 0 ? readText(answer, most) : Promise.resolve('')
        read.then((text) => resolve({ status, text }), reject).finally(() => answer.destroy())
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
