import { Problem } from '@hilo/domain/problem.ts'
import { passkeySite } from '../../auth/passkey-site.ts'
import { assertVersion } from '../../kernel/list/record.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { Json, type ReadHandler, type UploadHandler, type WriteHandler } from '../../kernel/handler.ts'
import { mail } from '../../mail/mail.ts'
import { checkCurrent, proofOf, wrongField } from './current-password.ts'
import { endOthers } from './queries.ts'

const record = `json_build_object('id', id, 'version', version, 'created_at', wire_time(created_at),
  'updated_at', wire_time(updated_at), 'created_by', null, 'name', name, 'synced', synced, 'last_used_at', wire_time(last_used_at))`
const all = `select json_build_object('records', coalesce((select json_agg(${record} order by id) from passkey where user_id = $1), '[]'),
  'available', $2::boolean, 'required', $2::boolean and exists (select from setting where (vno_id is null or vno_id = $4)
    and chosen -> 'passkey_for' ? $3),
  'recovery_codes', (select count(*)::int from recovery_code where user_id = $1 and used_at is null), 'next_cursor', null,
  'server_time', wire_time(now()))::text`
const lock = `select version, name, ${record} as record from passkey where id = $1 and user_id = $2 for update`
const rename = `update passkey set name = $3, version = version + 1, updated_at = app_now() where id = $1 and user_id = $2
  returning ${record}::text as record`
const remove = 'delete from passkey where id = $1 and user_id = $2'
/** Recovery codes replace a passkey: without any passkey they are void. */
const removeCodes = `delete from recovery_code where user_id = $1 and not exists (select from passkey where user_id = $1)`

interface Locked {
  version: number
  name: string
  record: unknown
}

/** @throws Problem NOT_FOUND, VERSION_CONFLICT */
async function lockOwn(sql: Tx, id: number, userId: number, version: number | undefined): Promise<Locked> {
  const [found] = await sql.rows<Locked>(lock, [id, userId])
  if (!found) throw new Problem('NOT_FOUND')
  await assertVersion(version, found.version, () => found.record)
  return found
}

const demandOf = { va: 'operator_admins', ad: 'neutral_admins', te: null } as const

const get = (async ({ sql, principal, config }) => {
  const { user, vno, account_type: type } = principal
  return new Json((await sql.json(all, [user.id, passkeySite(config) !== null, demandOf[type], vno?.id ?? null])) ?? '')
}) satisfies ReadHandler<'account/passkeys/get'>

const edit = (async ({ sql, principal, audit }, { id, version, name }) => {
  const before = await lockOwn(sql, id, principal.user.id, version)
  const [row] = await sql.rows<{ record: string }>(rename, [id, principal.user.id, name])
  audit({ entity: 'passkey', entityId: id, before: { name: before.name }, after: { name } })
  return new Json(`{"record":${row?.record ?? 'null'}}`)
}) satisfies WriteHandler<'account/passkeys/edit'>

/** Asks for the password: a stolen session must not remove the second factor. */
const drop = (async ({ sql, principal, config }, { id, version, current_pwd: currentPassword }) => {
  const { user, vno, session_id: session } = principal
  const proof = await proofOf(sql, user.id, session)
  if (proof.hash !== null && !config.issuer)
    await checkCurrent(sql, proof, { field: 'current_pwd', given: currentPassword })
  else if (!proof.fresh) throw wrongField('current_pwd', 'required')
  return async ({ sql, audit }) => {
    const before = await lockOwn(sql, id, user.id, version)
    await sql.rows(remove, [id, user.id])
    await sql.rows(removeCodes, [user.id])
    await sql.rows(endOthers, [user.id, session])
    audit({ entity: 'passkey', entityId: id, before: { name: before.name }, after: { removed: true } })
    const values = { name: user.name, passkey: before.name }
    if (proof.email !== null)
      await mail(sql, { vnoId: vno?.id ?? null, to: proof.email, kind: 'passkey_removed', values })
    return { result_flag: 1 as const, record: { id } }
  }
}) satisfies UploadHandler<'account/passkeys/delete'>

export const passkeys = {
  'account/passkeys/get': get,
  'account/passkeys/edit': edit,
  'account/passkeys/delete': drop,
}
