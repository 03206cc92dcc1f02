import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { passwordLength } from '@hilo/domain/password.ts'
import { workQueue } from '../work-queue.ts'

const cost = { N: 2 ** 15, r: 8, p: 1 } as const
const keyBytes = 32
const maxmem = 256 * 1024 * 1024

/** scrypt occupies a thread of Node's small pool: two at a time leave room for files and DNS, the rest queue. */
const inLine = workQueue(2, 100)

interface Cost {
  N: number
  r: number
  p: number
}

let work = 0

/** Number of passwords hashed since the start, which dominates the time of an answer. */
export const passwordWork = (): number => work

function derive(password: string, salt: Buffer, { N, r, p }: Cost, bytes = keyBytes): Promise<Buffer> {
  // Keyboards may encode the same letter as different code points.
  const text = password.normalize('NFKC')
  work++
  return inLine(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, bytes, { N, r, p, maxmem }, (error, key) => (error ? reject(error) : resolve(key)))
      }),
  )
}

/** `scrypt$N$r$p$salt$hash`, salt and hash in base64url. Off the main thread, about 0.1 s. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Deterministic bytes for text and salt, at the cost of a password.
 * @throws Problem UNAVAILABLE if the queue is full.
 */
export function stretched(text: string, salt: string, bytes: number): Promise<Buffer> {
  return derive(text, Buffer.from(salt), cost, bytes)
}

interface StoredHash extends Cost {
  salt: Buffer
  key: Buffer
}

function parse(stored: string): StoredHash | null {
  const [scheme, N, r, p, salt, key, ...rest] = stored.split('$')
  if (scheme !== 'scrypt' || !salt || !key || rest.length > 0) return null
  const hash = {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
  const sane = hash.N >= 2 && hash.N <= 2 ** 18 && hash.r >= 1 && hash.r <= 16 && hash.p >= 1 && hash.p <= 4
  return sane && hash.key.length === keyBytes ? hash : null
}

/** Hash for unknown people, so that the time is the same as for known ones. */
const nobody: StoredHash = { ...cost, salt: randomBytes(16), key: randomBytes(keyBytes) }

/**
 * True if the password matches the stored hash, compared in constant time. A missing or invalid hash costs the same time and
 * never matches.
 * @throws Problem UNAVAILABLE if the queue is full.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const known = stored === null ? null : parse(stored)
  const against = known ?? nobody
  const key = await derive(password.slice(0, passwordLength.most + 1), against.salt, against)
  return timingSafeEqual(key, against.key) && known !== null && password.length <= passwordLength.most
}
