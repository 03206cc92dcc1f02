import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'oidc-provider'
import type pg from 'pg'

/** Generated once per installation and shared by all its processes. */
export interface IssuerKeys {
  jwks: { keys: JWK[] }
  /** Sign the issuer's own cookies. */
  cookies: string[]
  /** Authenticates our own web client at the embedded issuer. */
  clientSecret: string
}

const name = 'issuer'
const makePair = promisify(generateKeyPair)

function jwk(exported: object, alg: string): JWK {
  if (!('kty' in exported) || typeof exported.kty !== 'string') throw new Error('unexpected key')
  return { ...exported, kty: exported.kty, use: 'sig', alg, kid: randomUUID() }
}

async function signingKeys(): Promise<JWK[]> {
  const [rsa, ec] = await Promise.all([
    makePair('rsa', { modulusLength: 2048 }),
    makePair('ec', { namedCurve: 'P-256' }),
  ])
  return [jwk(ec.privateKey.export({ format: 'jwk' }), 'ES256'), jwk(rsa.privateKey.export({ format: 'jwk' }), 'RS256')]
}

async function makeKeys(): Promise<IssuerKeys> {
  return {
    jwks: { keys: await signingKeys() },
    cookies: [randomBytes(32).toString('base64url')],
    clientSecret: randomBytes(32).toString('base64url'),
  }
}

const worn = `created_at < now() - interval '90 days'`

async function stored(owner: pg.Pool): Promise<{ value: IssuerKeys; worn: boolean } | undefined> {
  const { rows } = await owner.query<{ value: IssuerKeys; worn: boolean }>(
    `select value, ${worn} as worn from secret where name = $1`,
    [name],
  )
  return rows[0]
}

/**
 * The issuer's keys, generated on the first start. Signing keys are rotated at the first start after ninety days; earlier
 * signatures still verify with the old keys. Of several processes that start at once, one generates them and all use them.
 */
export async function issuerKeys(owner: pg.Pool): Promise<IssuerKeys> {
  const known = await stored(owner)
  if (known && !known.worn) return known.value
  const made = known ? await renewed(known.value) : await makeKeys()
  await owner.query(
    `insert into secret (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value, created_at = now() where secret.${worn}`,
    [name, JSON.stringify(made)],
  )
  return (await stored(owner))?.value ?? made
}

async function renewed(keys: IssuerKeys): Promise<IssuerKeys> {
  const fresh = await signingKeys()
  return { ...keys, jwks: { keys: [...fresh, ...keys.jwks.keys.slice(0, fresh.length)] } }
}
