import { createECDH } from 'node:crypto'
import type pg from 'pg'

/**
 * Key pair with which the push services of browsers recognize this installation (VAPID, RFC 8292), generated once and shared by
 * all its processes. A browser's subscription is bound to the public half: another pair would end every subscription.
 */
export async function ensureWebPushKeys(owner: pg.Client): Promise<void> {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // A private key with leading zeros is shorter than its 32 bytes.
  const secret = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  const made = { public: pair.getPublicKey('base64url'), private: secret.toString('base64url') }
  await owner.query(`insert into secret (name, value) values ('web_push', $1) on conflict (name) do nothing`, [
    JSON.stringify(made),
  ])
}
