/** Messages to systems of somebody else: signed, sent once over a connection of their own, never on to another address. */
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { guardedLookup, readTarget, type Reach } from './target.ts'

/** Imported, `node:http` would load all of undici for its globals, 12 MB of a process; taken like this it does not. */
const { request: requestHttp } = process.getBuiltinModule('node:http')
const { request: requestHttps } = process.getBuiltinModule('node:https')

const answerMs = 10_000

/** `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`: old messages cannot be sent again by somebody else. */
export function signature(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export interface Reply {
  status: number
  /** As much of it as was asked for. */
  text: string
}

/** Posts JSON and answers the status; what comes with it is not read. */
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

/**
 * Posts JSON and answers what came back; a redirection is an answer like any other.
 * @param most bytes that are read of the answer: a longer one is none
 * @param reach where somebody else's word may lead; null for an address of the product's own configuration
 * @throws TargetRefused for the own network, the connection's error, or a timeout after 10 s
 */
export async function askJson(
  to: string,
  body: string,
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
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
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
