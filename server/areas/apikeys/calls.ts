import { createHash, randomBytes } from 'node:crypto'
import type { Input } from '@hilo/contract/index.ts'
import type { Privileges } from '@hilo/domain/privilege.ts'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import { lacking } from '@hilo/domain/role.ts'
import { enabledStatus, resultFlag } from '@hilo/domain/status.ts'
import { isNetwork } from '../../config.ts'
import { authorOf } from '../../db/author.ts'
import { unique } from '../../db/constraints.ts'
import { recordOf, recordStatement } from '../../db/record.ts'
import { ownVno } from '../../db/viewer.ts'
import { JsonAfter, JsonOnce, type WriteContext, type WriteHandler } from '../../http/handler.ts'
import type { Principal } from '../../http/principal.ts'
import { missingDetail, unknownDetail } from '../../http/validation.ts'
import { keyList } from './list.ts'
import { addAccount, addKey, addUser, locked, named, revoked } from './queries.ts'

export const apiKeysLists = { 'admin_vno/apikeys/get': keyList }

type Create = Input<'admin_vno/apikeys/create'>
const yearMs = 365 * 86_400_000
const most = 5 * yearMs
const prefixLength = 11

const refuse = (...details: ProblemDetail[]) => new Problem('VALIDATION', { details })
const wrong = (field: string, code: 'value' | 'range'): ProblemDetail => ({
  field,
  code,
  message: `validation.${code}`,
})

/** A key is made and ended by an administrator: one that could make others would outlive itself. */
function assertAdministrator({ channel, account_type }: Principal): void {
  if (channel === 'api' || account_type === 'te') throw new Problem('PRIVILEGE_DENIED')
}

function operatorOf({ account_type, vno }: Principal, { vno_id }: Create): number {
  const neutral = account_type === 'ad'
  if (!neutral && vno_id !== undefined) throw refuse(unknownDetail('vno_id'))
  if (neutral && vno_id === undefined) throw refuse(missingDetail('vno_id'))
  return vno_id ?? vno?.id ?? 0
}

function endOf({ expires_at }: Create, now: number): Date {
  const end = expires_at === undefined ? now + yearMs : Date.parse(expires_at)
  if (!(end > now && end <= now + most)) throw refuse(wrong('expires_at', 'range'))
  return new Date(end)
}

function addressesOf({ addresses = [] }: Create): string[] {
  const bad = addresses.flatMap((one, index) => (isNetwork(one) ? [] : [wrong(`addresses.${index}`, 'value')]))
  if (bad.length > 0) throw refuse(...bad)
  return addresses
}

/**
 * The role of a key is given like any other.
 * @throws Problem NOT_FOUND, VALIDATION, PRIVILEGE_ESCALATION
 */
async function assertRole({ principal, sql }: WriteContext, vnoId: number, roleId: number): Promise<void> {
  const { vno, role } = JSON.parse((await sql.json(named, [vnoId, roleId])) ?? '') as {
    vno: number | null
    role: { status: number; privileges: Privileges } | null
  }
  if (vno === null || role === null) throw new Problem('NOT_FOUND')
  if (role.status !== enabledStatus.is.enabled) throw refuse(wrong('role_id', 'value'))
  const missing = lacking(principal.privileges, { enabled: true, privileges: role.privileges })
  if (missing.length > 0) throw new Problem('PRIVILEGE_ESCALATION')
}

/** Keys of an operator's own systems. */
export const apiKeys = {
  'admin_vno/apikeys/create': (async (context, asked) => {
    const { principal, sql, audit } = context
    assertAdministrator(principal)
    const vnoId = operatorOf(principal, asked)
    const [expiresAt, addresses] = [endOf(asked, Date.now()), addressesOf(asked)]
    const { name, role_id } = asked
    await assertRole(context, vnoId, role_id)
    const key = `hilo_${randomBytes(32).toString('base64url')}`
    const userId = await sql.json(addUser, [name])
    const accountId = await sql.json(addAccount, [userId, vnoId, role_id, JSON.stringify(addresses)])
    const hash = createHash('sha256').update(key).digest()
    const by = JSON.stringify(authorOf(principal))
    const prefix = key.slice(0, prefixLength)
    const id = Number(await unique(sql.json(addKey, [hash, userId, accountId, name, expiresAt, vnoId, prefix, by])))
    audit({
      entity: 'api_key',
      entityId: id,
      after: { name, role_id, vno_id: vnoId, prefix, expires_at: expiresAt, addresses },
    })
    const record = JSON.parse(await recordOf(keyList, sql, principal, id)) as object
    const told = (value: string | null) => JSON.stringify({ record: { ...record, key: value } })
    return new JsonOnce(told(key), told(null))
  }) satisfies WriteHandler<'admin_vno/apikeys/create'>,

  'admin_vno/apikeys/delete': (async ({ principal, sql, audit }, { id, version }) => {
    assertAdministrator(principal)
    const own = ownVno(principal)
    const found = await sql.json(locked, [id, own])
    if (found === null) throw new Problem('NOT_FOUND')
    const key = JSON.parse(found) as { version: number; name: string; revoked_at: string | null }
    if (version !== undefined && version !== key.version)
      throw new Problem('VERSION_CONFLICT', {
        record: JSON.parse(await recordOf(keyList, sql, principal, id)) as unknown,
      })
    if (key.revoked_at === null) {
      await sql.json(revoked, [id])
      audit({ entity: 'api_key', entityId: id, before: { name: key.name }, after: { revoked: true } })
    }
    return new JsonAfter(
      `{"result_flag":${resultFlag.is.success},"record":`,
      recordStatement(keyList, principal, id),
      '}',
    )
  }) satisfies WriteHandler<'admin_vno/apikeys/delete'>,
}
