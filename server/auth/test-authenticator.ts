/** A software authenticator, honest unless a test sets a lie. */
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const present = 0x01
const verified = 0x04
/** Backup eligible, and backed up. */
const synced = 0x08 | 0x10
const withKey = 0x40
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const digest = (data: Uint8Array | string) => createHash('sha256').update(data).digest()

export interface Options {
  challenge: string
  rpId?: string
  rp?: { id: string }
  user?: { id: string }
  allowCredentials?: { id: string }[]
}
/** How an answer differs from an honest one. */
export interface Lie {
  origin?: string
  challenge?: string
  rpId?: string
  counter?: number
  /** False: the person was present but not verified. */
  verified?: boolean
  /** The answer says that the key is kept on several devices. */
  synced?: boolean
  credentialId?: string
  userHandle?: string | null
}

export class TestAuthenticator {
  readonly id = base64(randomBytes(24))
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  readonly #kind: number
  #handle = ''
  counter = 0

  /** @param isSynced a key that its maker keeps on several devices of the person */
  constructor(origin: string, isSynced = false) {
    this.#origin = origin
    this.#kind = isSynced ? synced : 0
  }

  #data(rpId: string, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([digest(rpId), Buffer.from([flags | this.#kind]), count])
  }

  #client(type: string, options: Options, { origin = this.#origin, challenge = options.challenge }: Lie): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false })
  }

  /** The answer to `navigator.credentials.create`. */
  make(options: Options, lie: Lie = {}): string {
    this.#handle = options.user?.id ?? ''
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ])
    const id = Buffer.from(this.id, 'base64url')
    const data = Buffer.concat([
      this.#data(lie.rpId ?? options.rp?.id ?? '', present | (lie.verified === false ? 0 : verified) | withKey, 0),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      isoCBOR.encode(key),
    ])
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(data)],
      ]),
    )
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64(this.#client('webauthn.create', options, lie)),
        attestationObject: base64(attestation),
        transports: ['internal'],
      },
    })
  }

  /** The answer to `navigator.credentials.get`. */
  sign(options: Options, lie: Lie = {}): string {
    this.counter += 1
    const flags = present | (lie.verified === false ? 0 : verified) | (lie.synced === true ? synced : 0)
    const data = this.#data(lie.rpId ?? options.rpId ?? '', flags, lie.counter ?? this.counter)
    const client = this.#client('webauthn.get', options, lie)
    const signature = sign('sha256', Buffer.concat([data, digest(client)]), this.#keys.privateKey)
    const userHandle = lie.userHandle === undefined ? this.#handle : lie.userHandle
    const id = lie.credentialId ?? this.id
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(signature),
        ...(userHandle !== null && { userHandle }),
      },
    })
  }
}
