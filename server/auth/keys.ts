import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'oidc-provider'
import type pg from 'pg'

/** Made once per installation and shared by all its processes. */
export interface IssuerKeys {
  jwks: { keys: JWK[] }
  /** Sign the issuer's own cookies. */
  cookies: string[]
  /** With which our own web client authenticates at the embedded issuer. */
  clientSecret: string
}

const name = 'issuer'
const makePair = promisify(generateKeyPair)

function jwk(exported: object, alg: string): JWK {
  if (!('kty' in exported) || typeof exported.kty !== 'string') throw new Error('unexpected key')
  return { ...exported, kty: exported.kty, use: 'sig', alg, kid: randomUUID() }
}

async function makeKeys(): Promise<IssuerKeys> {
  const [rsa, ec] = await Promise.all([
    makePair('rsa', { modulusLength: 2048 }),
    makePair('ec', { namedCurve: 'P-256' }),
  ])
  return {
    jwks: {
      keys: [
        jwk(ec.privateKey.export({ format: 'jwk' }), 'ES256'),
        jwk(rsa.privateKey.export({ format: 'jwk' }), 'RS256'),
      ],
    },
    cookies: [randomBytes(32).toString('base64url')],
    clientSecret: randomBytes(32).toString('base64url'),
  }
}

async function stored(owner: pg.Pool): Promise<IssuerKeys | undefined> {
  const { rows } = await owner.query<{ value: IssuerKeys }>('select value from secret where name = $1', [name])
  return rows[0]?.value
}

/** The issuer's keys, made on the first start. Of several processes that start at once, one makes them and all use hers. */
export async function issuerKeys(owner: pg.Pool): Promise<IssuerKeys> {
  const known = await stored(owner)
  if (known) return known
  const made = await makeKeys()
  await owner.query('insert into secret (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    JSON.stringify(made),
  ])
  return (await stored(owner)) ?? made
}
