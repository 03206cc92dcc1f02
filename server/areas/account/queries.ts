import { accountStatus } from '@hilo/domain/status.ts'
import type pg from 'pg'
import { sha256 } from '../../auth/attempts.ts'
import type { Principal } from '../../kernel/principal.ts'

/** Rights of a new session; null if it has none. */
export async function principalOf(pool: pg.Pool, token: string): Promise<Principal | null> {
  const { rows } = await pool.query<{ principal: Principal | null }>('select session_person($1) as principal', [
    sha256(token),
  ])
  return rows[0]?.principal ?? null
}

/** A person in the wire's form; with a foreign issuer the address may be in the account only. */
const person = `json_build_object('id', u.id, 'version', u.version, 'created_at', wire_time(u.created_at),
  'updated_at', wire_time(u.updated_at), 'created_by', null, 'name', u.name,
  'email', coalesce(u.email, va.email, te.email, ad.email, ''),
  'email_pending', (select c.email from email_change c where c.user_id = u.id and c.expires_at > app_now()), 'tax_id', u.tax_id, 'phone', u.phone,
  'picture', u.picture_file_id)`
const accounts = `left join vno_admin_account va on va.user_id = u.id left join technical_account te on te.user_id = u.id
  left join admin_account ad on ad.user_id = u.id`

/** All personal data of the session's person. */
export const ownData = 'select (own_data()::jsonb || own_passkeys()::jsonb)::text'

export const personRecord = `select ${person}::text from app_user u ${accounts} where u.id = $1`
export const lockPerson = `select u.version, u.password_hash as hash, u.email, ${person} as record from app_user u ${accounts}
  where u.id = $1 for update of u`

export const endOthers = `update session set revoked_at = now(), id_token = null
  where user_id = $1 and id <> $2 and revoked_at is null`
export const renewSession = 'update session set token_hash = $2 where id = $1'

/** Accounts of a person that are not closed. */
export const openAccounts = `
  select 'va' as type, id, vno_id, version from vno_admin_account where user_id = $1 and status <> ${accountStatus.is.unavailable}
  union all select 'te', id, vno_id, version from technical_account where user_id = $1 and status <> ${accountStatus.is.unavailable}
  union all select 'ad', id, null, version from admin_account where user_id = $1 and status <> ${accountStatus.is.unavailable}`
/** Locks the person, so that no other transaction closes or moves the accounts meanwhile. */
export const lockUser = 'select id from app_user where id = $1 for update'
export const erasePerson = 'select erase_person($1, $2)'
export const forgetLater = `select app_add_job('account.forget', json_build_object('user_id', $1::bigint))`

/** Agreements in force, with the acceptance by `$1`. */
const agreementRecord = `json_build_object('id', a.id, 'kind', a.kind, 'version', a.version, 'title', a.title,
  'html_sanitised', a.html_sanitised, 'mandatory', a.mandatory, 'published_at', wire_time(a.published_at),
  'accepted_at', wire_time(c.accepted_at))`
export const agreementById = `select json_build_object('current', a.version = (select max(version) from agreement b where b.kind = a.kind),
    'version', a.version, 'record', ${agreementRecord})::text
  from agreement a left join agreement_acceptance c on c.agreement_id = a.id and c.user_id = $1 where a.id = $2`
export const acceptAgreement = `insert into agreement_acceptance (user_id, agreement_id, address) values ($1, $2, $3)
  on conflict do nothing returning 1`
export const stillDue = 'select agreements_due($1)::text'
/** Makes the session cache reload before its next request. */
export const touchPerson = 'update app_user set version = version + 1 where id = $1'
