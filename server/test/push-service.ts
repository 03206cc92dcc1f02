/** A browser's push service on this machine: takes messages over HTTP, verifies who sent them, and decrypts them as the browser does. */
import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface PushMessage {
  /** Name of the browser. */
  to: string
  headers: Record<string, string | string[] | undefined>
  payload: unknown
  /** Claims of the sender's signed token (RFC 8292). */
  claims: { aud: string; exp: number; sub: string }
  /** The sender's public key, base64url. */
  key: string
}

interface TestBrowserKeys {
  pair: ECDH
  auth: Buffer
}

/** RFC 8291, 3.4, and RFC 8188, 2: one record. */
function decrypted({ pair, auth }: TestBrowserKeys, body: Buffer): unknown {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const material = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${name}\0`, bytes))
  const opened = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  opened.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([opened.update(body.subarray(21 + idLength, -16)), opened.final()])
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'))
}

/** The claims of `Authorization: vapid t=…, k=…`; fails if the signature is not of that key. */
function verified(header: string | undefined): Pick<PushMessage, 'claims' | 'key'> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)] as const
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const by = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  assert.ok(verify('sha256', signed, by, Buffer.from(signature, 'base64url')), 'signed by its key')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as PushMessage['claims'], key }
}

/** Starts it on a free port. `answer` gives the status for a browser, 201 unless it says otherwise. */
export async function startPushService() {
  const browsers = new Map<string, TestBrowserKeys>()
  const service = {
    received: [] as PushMessage[],
    /** Messages that came, accepted or not. */
    asked: [] as string[],
    answer: (_to: string): { status: number; location?: string } => ({ status: 201 }),
    origin: '',
    /** A new browser's subscription, as JSON. */
    subscribe(name: string): string {
      const pair = createECDH('prime256v1')
      const keys = { pair, auth: randomBytes(16) }
      const p256dh = pair.generateKeys('base64url')
      browsers.set(name, keys)
      const endpoint = `${service.origin}/push/${name}`
      return JSON.stringify({ endpoint, expirationTime: null, keys: { p256dh, auth: keys.auth.toString('base64url') } })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request)
      const to = request.url?.replace('/push/', '') ?? ''
      service.asked.push(to)
      const { status, location } = service.answer(to)
      const keys = browsers.get(to)
      if (status < 300 && keys)
        service.received.push({
          to,
          headers: request.headers,
          payload: decrypted(keys, body),
          ...verified(request.headers.authorization),
        })
      response.writeHead(status, location === undefined ? {} : { location }).end()
    })().catch((error: unknown) => response.writeHead(500).end(String(error)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}
export type PushService = Awaited<ReturnType<typeof startPushService>>
