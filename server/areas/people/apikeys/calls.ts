import { createHash, randomBytes } from 'node:crypto'
import type { Input } from '@hilo/contract/index.ts'
import type { Privileges } from '@hilo/domain/privilege.ts'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import { grantsNotHeld } from '@hilo/domain/role.ts'
import { enabledStatus, resultFlag } from '@hilo/domain/status.ts'
import { isNetwork } from '../../../config.ts'
import { authorOf } from '../../../kernel/sql/author.ts'
import { unique } from '../../../kernel/sql/constraints.ts'
import { recordOf } from '../../../kernel/list/record.ts'
import { ownVno } from '../../../kernel/list/viewer.ts'
import { JsonOnce, type WriteContext, type WriteHandler } from '../../../kernel/handler.ts'
import type { Principal } from '../../../kernel/principal.ts'
import { lockedRecord, recordAnswer } from '../../shared/edit.ts'
import { operatorOf } from '../../shared/operator.ts'
import { keyList } from './list.ts'
import { addAccount, addKey, addUser, locked, named, revoked } from './queries.ts'

export const apiKeysLists = { 'admin_vno/apikeys/get': keyList }

interface Key {
  version: number
  name: string
  revoked_at: string | null
}
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

/** Only an administrator creates and revokes keys: a key that could create others would outlive its revocation. */
function assertAdministrator({ channel, account_type }: Principal): void {
  if (channel === 'api' || account_type === 'te') throw new Problem('PRIVILEGE_DENIED')
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
 * A key's role follows the same rules as a person's.
 * @throws Problem NOT_FOUND, VALIDATION, PRIVILEGE_ESCALATION
 */
async function assertRole({ principal, sql }: WriteContext, vnoId: number, roleId: number): Promise<void> {
  const { vno, role } = JSON.parse((await sql.json(named, [vnoId, roleId])) ?? '') as {
    vno: number | null
    role: { status: number; privileges: Privileges } | null
  }
  if (vno === null || role === null) throw new Problem('NOT_FOUND')
  if (role.status !== enabledStatus.is.enabled) throw refuse(wrong('role_id', 'value'))
  const missing = grantsNotHeld(principal.privileges, { enabled: true, privileges: role.privileges })
  if (missing.length > 0) throw new Problem('PRIVILEGE_ESCALATION')
}

/** API keys of an operator's systems. */
export const apiKeys = {
  'admin_vno/apikeys/create': (async (context, asked) => {
    const { principal, sql, audit } = context
    assertAdministrator(principal)
    const vnoId = operatorOf(principal, asked.vno_id)
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
    const answerWith = (value: string | null) => JSON.stringify({ record: { ...record, key: value } })
    return new JsonOnce(answerWith(key), answerWith(null))
  }) satisfies WriteHandler<'admin_vno/apikeys/create'>,

  'admin_vno/apikeys/delete': (async (context, { id, version }) => {
    const { principal, sql, audit } = context
    assertAdministrator(principal)
    const found = await sql.json(locked, [id, ownVno(principal)])
    const key = await lockedRecord<Key>(context, keyList, { id, version }, found)
    if (key.revoked_at === null) {
      await sql.json(revoked, [id])
      audit({ entity: 'api_key', entityId: id, before: { name: key.name }, after: { revoked: true } })
    }
    return recordAnswer(context, keyList, id, resultFlag.is.success)
  }) satisfies WriteHandler<'admin_vno/apikeys/delete'>,
}
