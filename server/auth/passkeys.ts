/** Passkeys of people: options for an authenticator, and verification of its answer (WebAuthn level 3). */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type pg from 'pg'
import type { PasskeySite } from './passkey-site.ts'

/** Maximum per person. */
const mostPasskeys = 10
/** Longest name of a passkey. */
export const mostName = 60
/** Ed25519, ES256 and RS256 (COSE): the algorithms of current authenticators. */
const supportedAlgorithmIDs = [-8, -7, -257]
/** Time for the person to answer, ms. */
const timeout = 120_000

interface Stored {
  id: number
  user_id: number
  credential_id: string
  public_key: Buffer
  counter: number
  /** May have copies on other devices of the person; null if not known yet. */
  eligible: boolean | null
  transports: string[]
}
type Credential = Parameters<typeof verifyAuthenticationResponse>[0]['response']
type NewCredential = Parameters<typeof verifyRegistrationResponse>[0]['response']

/** The user handle in an authenticator. */
const handleOf = (userId: number) => new TextEncoder().encode(String(userId))

async function keysOf(client: pg.ClientBase, userId: number): Promise<Stored[]> {
  const { rows } = await client.query<Stored>('select * from passkey where user_id = $1 order by id', [userId])
  return rows
}

const described = (keys: readonly Stored[]) =>
  keys.map(({ credential_id: id, transports }) => ({ id, transports: [...transports] }))

export async function hasPasskey(client: pg.ClientBase, userId: number): Promise<boolean> {
  return (await client.query('select 1 from passkey where user_id = $1 limit 1', [userId])).rowCount === 1
}

/** Options to use one of the person's passkeys, or any of this site if the person is unknown. */
export async function askPasskey(client: pg.ClientBase, site: PasskeySite, userId: number | null) {
  const keys = userId === null ? [] : await keysOf(client, userId)
  return await generateAuthenticationOptions({
    rpID: site.rpId,
    allowCredentials: described(keys),
    userVerification: 'required',
    timeout,
  })
}

/** Options to register a passkey on a device that has none of the person yet. */
export async function askNewPasskey(
  client: pg.ClientBase,
  site: PasskeySite,
  { id, name, email }: { id: number; name: string; email: string },
) {
  return await generateRegistrationOptions({
    rpName: 'Hilo',
    rpID: site.rpId,
    userID: handleOf(id),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    excludeCredentials: described(await keysOf(client, id)),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs,
    timeout,
  })
}

/** The JSON of a credential; null if malformed. */
export function parseCredential<T extends Credential | NewCredential>(text: string): T | null {
  try {
    const value = JSON.parse(text) as T | null
    return typeof value?.id === 'string' && typeof value.response === 'object' && value.response !== null ? value : null
  } catch {
    return null
  }
}

const use = `update passkey set counter = $2, eligible = coalesce(eligible, $3), synced = $4, last_used_at = app_now(),
    updated_at = app_now(), version = version + 1 where id = $1`

/** Use of a passkey whose signature counter did not grow, as if the key had been copied. */
interface Copy {
  passkey: number
  counter: number
  /** The counter of the last use. */
  last: number
}
type Checked =
  | { userId: number; copy: Copy | null }
  /** `foreign`: not a key of the person. `unproven`: the response does not verify. `copied`: a single-device key whose counter did not grow. */
  | { fault: 'foreign' | 'unproven' }
  | { fault: 'copied'; owner: number; copy: Copy }

/**
 * The person whose passkey signed the challenge, which must be `userId` unless null. An unknown person must be identified by the
 * authenticator. A counter only grows, or stays 0: otherwise the key was copied, which only a passkey that was made for several
 * devices may be.
 */
export async function checkPasskey(
  client: pg.ClientBase,
  site: PasskeySite,
  asked: { challenge: string; userId: number | null; credential: Credential },
): Promise<Checked> {
  const { challenge, userId, credential } = asked
  const { rows } = await client.query<Stored>('select * from passkey where credential_id = $1 for update', [
    credential.id,
  ])
  const [key] = rows
  if (!key || (userId !== null && key.user_id !== userId)) return { fault: 'foreign' }
  const handle = credential.response.userHandle
  const named = handle === undefined ? null : Buffer.from(String(handle), 'base64url').toString()
  if (named === null ? userId === null : named !== String(key.user_id)) return { fault: 'foreign' }
  const verified = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    // Counter 0 turns off the library's counter check, which would also refuse synced passkeys; the check follows below.
    credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: 0 },
  }).catch(() => null)
  if (!verified?.verified) return { fault: 'unproven' }
  const { newCounter: counter, credentialDeviceType, credentialBackedUp } = verified.authenticationInfo
  const last = Number(key.counter)
  const copy = counter > last || (counter === 0 && last === 0) ? null : { passkey: key.id, counter, last }
  if (copy && key.eligible !== true) return { fault: 'copied', owner: key.user_id, copy }
  await client.query(use, [key.id, counter, credentialDeviceType === 'multiDevice', credentialBackedUp])
  return { userId: key.user_id, copy }
}

interface NewPasskey {
  challenge: string
  userId: number
  name: string
  credential: NewCredential
}

const insert = `insert into passkey (user_id, credential_id, public_key, counter, transports, eligible, synced, name, created_at, updated_at)
  select $1, $2, $3, $4, $5, $6, $7, $8, app_now(), app_now() where (select count(*) from passkey where user_id = $1) < $9
  on conflict (credential_id) do nothing returning id`

/** Stores a new passkey and returns its id; null if invalid, or the person has too many. */
export async function addPasskey(
  client: pg.ClientBase,
  site: PasskeySite,
  { challenge, userId, name, credential }: NewPasskey,
): Promise<number | null> {
  const made = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => null)
  if (!made?.verified) return null
  const { credential: key, credentialDeviceType, credentialBackedUp } = made.registrationInfo
  const eligible = credentialDeviceType === 'multiDevice'
  // Locks the person, so that concurrent registrations keep the limit.
  await client.query('select 1 from app_user where id = $1 for update', [userId])
  const transports = (key.transports ?? []).filter((one) => /^[a-z-]{1,20}$/.test(one)).slice(0, 8)
  const values = [userId, key.id, Buffer.from(key.publicKey), key.counter, transports, eligible, credentialBackedUp]
  const { rows } = await client.query<{ id: number }>(insert, [...values, name, mostPasskeys])
  return rows[0]?.id ?? null
}
