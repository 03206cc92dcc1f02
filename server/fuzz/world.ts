/** Records for requests: an operator with people and rows of every kind, and valid inputs on them. */
import type { Path } from '@hilo/contract/index.ts'
import { hashPassword } from '../auth/passwords.ts'
import { randomToken, sha256 } from '../auth/attempts.ts'
import { makeEntryCode } from '../auth/entry-code.ts'
import { atRedirect, TestBrowser } from '../auth/test-browser.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, unique, type Vno } from '../test/factories.ts'
import type { TestServer } from '../test/harness.ts'
import { callInputs } from '../test/inputs/index.ts'
import { drawing } from '../test/pictures.ts'
import { makeKey } from '../test/rights-factories.ts'

export interface World {
  vno: Vno
  inputs: Partial<Record<Path, object>>
  files: Partial<Record<Path, Record<string, Buffer>>>
  /** Cookie of a browser that returns from the issuer. */
  comingBack: string
}

/**
 * Caller: an administrator with nearly all privileges, a technician of the same operator, the neutral operator, an API key, no
 * session.
 */
export type Who = 'admin' | 'technician' | 'operator' | 'key' | 'nobody'
export type People = Record<Who, Record<string, string>>

const password = 'una frase bastante larga'
const newAddress = () => `${unique().toLowerCase()}@prueba.test`

export async function newHeaders(server: TestServer, vno: Vno, who: 'admin' | 'technician' | 'operator') {
  const make = { admin: makeAdmin, technician: makeTechnician, operator: makeOperator }[who]
  const session = await makeSession(server.db, await make(server.db, who === 'operator' ? {} : { vno }))
  return { cookie: session.cookie }
}

export async function newPeople(server: TestServer, { vno }: World): Promise<People> {
  // Earlier requests to the operator must not lock its new people out.
  await server.db.owner.query('update vno set status = 1, deleted_at = null where id = $1', [vno.id])
  const [admin, technician, operator, key] = await Promise.all([
    newHeaders(server, vno, 'admin'),
    newHeaders(server, vno, 'technician'),
    newHeaders(server, vno, 'operator'),
    makeKey(server.db, vno),
  ])
  // The inputs refer to passkeys of an administrator.
  await server.db.owner.query(
    `update passkey set user_id = (select s.user_id from session s where s.token_hash = $2)
      where user_id in (select user_id from vno_admin_account where vno_id = $1)`,
    [vno.id, sha256(admin.cookie.split('=')[1] ?? '')],
  )
  return { admin, technician, operator, key: { authorization: `Bearer ${key.token}` }, nobody: {} }
}

/** A person who requested a reset code, and one who exchanged it. */
async function forgotten({ db }: TestServer, vno: Vno, passwordHash: string): Promise<Made> {
  const code = '12345678'
  const token = randomToken()
  const [asks, has] = await Promise.all([
    makeAdmin(db, { vno, email: newAddress(), passwordHash }),
    makeAdmin(db, { vno, email: newAddress(), passwordHash }),
  ])
  const keep = `insert into password_reset (address_hash, user_id, code_hash, token_hash, expires_at)
    values ($1, $2, $3, $4, now() + interval '1 hour')`
  await db.owner.query(keep, [sha256(asks.email), asks.user_id, await hashPassword(code), null])
  await db.owner.query(keep, [sha256(has.email), has.user_id, null, sha256(token)])
  return {
    'account/password/request_reset': { email: asks.email },
    'account/password/verify_code': { email: asks.email, code },
    'account/password/reset': { reset_token: token, pwd: 'otra frase bastante larga' },
  }
}
type Made = Partial<Record<Path, object>>

/** A person whom the issuer sends back signed in. */
async function signedIn(server: TestServer, vno: Vno, address: string, passwordHash: string) {
  const { email } = await makeAdmin(server.db, { vno, email: newAddress(), passwordHash })
  const browser = new TestBrowser(server, address)
  const { publicUrl } = server.config
  const started = await browser.ask(`${publicUrl.origin}/api/v1/account/oauth_login_start.json`)
  const { url } = JSON.parse(started.text) as { url: string }
  const landed = await browser.signIn(url, email, password)
  if (!atRedirect(landed.url)) throw new Error(landed.text)
  return { cookie: browser.header(publicUrl), back: Object.fromEntries(landed.url.searchParams) }
}

/** @param address client address of the sign-in */
export async function newWorld(server: TestServer, address: string): Promise<World> {
  const vno = await makeVno(server.db)
  const passwordHash = await hashPassword(password)
  const [{ inputs, files }, reset, { cookie, back }] = await Promise.all([
    callInputs(server, vno),
    forgotten(server, vno, passwordHash),
    signedIn(server, vno, address, passwordHash),
  ])
  const picture = await drawing({ seed: vno.id }).jpeg().toBuffer()
  const person = { name: 'Ana Ruiz', email: newAddress(), pwd: 'una frase bastante larga' }
  return {
    vno,
    inputs: {
      ...inputs,
      ...reset,
      'version/is_valid': { platform: 'android', version: '1.0.0' },
      'account/invitation/get': { invitation_token: await makeEntryCode(server.db.owner, 'admin') },
      'public/discharge/verify': { code: 'K7Q2-94FD' },
      'account/signup': { ...person, vno_code: vno.external_id, account_type: 'te' },
      'account/oauth_login_complete': back,
    },
    files: {
      ...files,
      'account/edit': { profile_picture: picture },
      'admin_vno/notes/create': { file: picture },
      'admin_vno/vno/edit': { logo: picture },
    },
    comingBack: cookie,
  }
}
