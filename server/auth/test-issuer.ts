import {
  constants,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const clientId = 'hilo-test'
export const clientSecret = 'a-secret-that-only-the-test-knows-0123456789'

/** How the next answer differs from an honest one. */
export interface Mutation {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  /** Signs with the published key for this algorithm. */
  alg?: string
  key?: 'honest' | 'stranger' | 'rsa' | 'none' | 'secret' | 'public'
  /** Changes the finished token. */
  token?: (jwt: string) => string
  /** Changes the token endpoint's answer. */
  answer?: (body: Record<string, unknown>) => Record<string, unknown>
  status?: number
  redirect?: string
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const honest = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })

function publicJwk(key: KeyObject, kid: string | null, alg?: string): object {
  return { ...key.export({ format: 'jwk' }), ...(kid !== null && { kid }), ...(alg && { alg }), use: 'sig' }
}

const signers: Record<
  Exclude<NonNullable<Mutation['key']>, 'honest'>,
  { alg: string; sign: (input: string) => string }
> = {
  stranger: { alg: 'ES256', sign: ecdsa(stranger.privateKey, 'sha256') },
  rsa: { alg: 'RS256', sign: (input) => sign('sha256', Buffer.from(input), rsa.privateKey).toString('base64url') },
  none: { alg: 'none', sign: () => '' },
  secret: { alg: 'HS256', sign: (input) => createHmac('sha256', clientSecret).update(input).digest('base64url') },
  public: {
    alg: 'HS256',
    sign: (input) =>
      createHmac(
        'sha256',
        createPublicKey(honest.publicKey.export({ format: 'pem', type: 'spki' })).export({
          format: 'pem',
          type: 'spki',
        }),
      )
        .update(input)
        .digest('base64url'),
  },
}

function ecdsa(key: KeyObject, hash: string) {
  return (input: string) => sign(hash, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
}

const curves: Record<string, string> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' }
const pairs: Record<string, { publicKey: KeyObject; privateKey: KeyObject }> = {
  ...Object.fromEntries(
    Object.entries(curves).map(([alg, namedCurve]) => [alg, generateKeyPairSync('ec', { namedCurve })]),
  ),
  EdDSA: generateKeyPairSync('ed25519'),
}

/** Signs by a published key of the algorithm, whose name is the key's. */
function signerFor(alg: string): (input: string) => string {
  const hash = `sha${alg.slice(2)}`
  const key = (pairs[alg] ?? rsa).privateKey
  if (alg in curves) return ecdsa(key, hash)
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  const options = { key, ...(alg.startsWith('PS') && pss) }
  return (input) => sign(alg === 'EdDSA' ? null : hash, Buffer.from(input), options).toString('base64url')
}

export const invalidClient = { status: 401, body: { error: 'invalid_client' } }

/** A dishonest issuer: the next answer is altered as the test says. It issues codes without asking for a password. */
export class LyingIssuer {
  url = ''
  /** Applies to the next answer only. */
  mutation: Mutation = {}
  /** The person it vouches for. */
  sub = 'somebody'
  /** Answers 503 while set. */
  down = false
  /** Changes what the issuer says of itself. */
  description: Record<string, unknown> = {}
  /** Whether a token request is of our client; by default any is. */
  recognizes: (authorization: string, body: URLSearchParams) => boolean = () => true
  /** Answer to another client, which may use the code up. */
  refusal: { status: number; body: object; spends?: boolean } = invalidClient
  /** Number of fetches of its keys. */
  keyFetches = 0
  #pair = honest
  /** Null: tokens and keys have no kid. */
  #kid: string | null = 'honest'
  /** Former keys that are still published. */
  #older: object[] = []
  readonly #codes = new Map<string, { nonce: string; challenge: string; aud: string }>()
  readonly #server = createServer((req, res) => void this.#answer(req, res))

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const { port } = this.#server.address() as AddressInfo
    this.url = `http://127.0.0.1:${port}`
    return this
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  /** Rotates the signing key. `overlap`: the former key stays published, as in a planned rotation. */
  rotate(kid: string | null, overlap = false): void {
    this.#older = overlap ? [this.#publicKey()] : []
    this.#pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#kid = kid
  }

  #publicKey(): object {
    return publicJwk(this.#pair.publicKey, this.#kid, 'ES256')
  }

  /** What the browser would bring back from a sign-in begun at this address. */
  approve(startUrl: string): { code: string; state: string; iss: string } {
    const asked = new URL(startUrl).searchParams
    const code = randomBytes(16).toString('hex')
    const [nonce = '', challenge = '', aud = ''] = ['nonce', 'code_challenge', 'client_id'].map(
      (name) => asked.get(name) ?? '',
    )
    this.#codes.set(code, { nonce, challenge, aud })
    return { code, state: asked.get('state') ?? '', iss: this.url }
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown, headers = {}) => {
      res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    }
    if (this.down) return send(503, { error: 'temporarily_unavailable' })
    if (req.url?.endsWith('/.well-known/openid-configuration'))
      return send(200, { ...this.#description(), ...this.description })
    if (req.url === '/jwks') {
      this.keyFetches++
      return send(200, { keys: this.#keys() })
    }
    if (req.url !== '/token') return send(404, {})
    const asked = new URLSearchParams(await text(req))
    if (!this.recognizes(req.headers.authorization ?? '', asked)) {
      if (this.refusal.spends) this.#codes.delete(asked.get('code') ?? '')
      return send(this.refusal.status, this.refusal.body)
    }
    const known = this.#codes.get(asked.get('code') ?? '')
    this.#codes.delete(asked.get('code') ?? '')
    const { mutation } = this
    this.mutation = {}
    if (mutation.redirect) return send(302, {}, { location: mutation.redirect })
    if (!known) return send(400, { error: 'invalid_grant' })
    const body = {
      access_token: 'x',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: this.#token(known, mutation),
    }
    send(mutation.status ?? 200, mutation.answer ? mutation.answer(body) : body)
  }

  #signer({ key = 'honest', alg }: Mutation) {
    if (alg !== undefined) return { alg, sign: signerFor(alg) }
    return key === 'honest' ? { alg: 'ES256', sign: ecdsa(this.#pair.privateKey, 'sha256') } : signers[key]
  }

  #token({ nonce, aud }: { nonce: string; aud: string }, mutation: Mutation): string {
    const { header, claims, key, alg, token } = mutation
    const signer = this.#signer(mutation)
    const now = Math.floor(Date.now() / 1000)
    const kid = alg !== undefined ? (alg in pairs ? alg : 'rsa') : key === 'rsa' ? key : (this.#kid ?? undefined)
    const payload = { iss: this.url, sub: this.sub, aud, nonce, iat: now, exp: now + 60, ...claims }
    const input = `${base64({ alg: signer.alg, kid, ...header })}.${base64(payload)}`
    const jwt = `${input}.${signer.sign(input)}`
    return token ? token(jwt) : jwt
  }

  #keys(): object[] {
    const more = Object.entries(pairs).map(([name, { publicKey }]) => publicJwk(publicKey, name, name))
    return [...this.#older, this.#publicKey(), publicJwk(rsa.publicKey, 'rsa'), ...more]
  }

  #description(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/auth`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }
  }
}
