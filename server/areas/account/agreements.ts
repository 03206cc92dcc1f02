import { accountAfter, type AccountStatus } from '@hilo/domain/account.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { asProcess } from '../../kernel/sql/in-process.ts'
import { assertVersion } from '../../kernel/list/record.ts'
import { Json, type WriteContext, type WriteHandler } from '../../kernel/handler.ts'
import { changedAccount } from '../../people/account-row.ts'
import { writeNotice } from '../../process/notices/notify.ts'
import { acceptAgreement, agreementById, stillDue, touchPerson } from './queries.ts'

const tables = { va: 'vno_admin_account', te: 'technical_account', ad: 'admin_account' } as const

/** An account created by an administrator awaits approval once everything is accepted. */
async function submit(context: WriteContext): Promise<void> {
  const { sql, principal, audit } = context
  const { account_type: type, account_id: id, vno, user } = principal
  const next = accountAfter(principal.status as AccountStatus, 'submit')
  if (next === null || (await sql.json(stillDue, [user.id])) === 'true') return
  const text = `update ${tables[type]} set status = $2, version = version + 1, updated_at = now()
    where id = $1 and status = $3 returning id`
  const vnoId = vno?.id ?? null
  const moved = await sql.rows(text, [id, next, principal.status])
  if (moved.length === 0) return
  const payload = { account_id: id, account_type: type, name: user.name }
  await asProcess(sql, () =>
    writeNotice(sql, { vnoId, technicalId: null, kind: 'account_waiting', eventId: null, caseId: null, payload }),
  )
  await changedAccount(context, type, { id, vno_id: vnoId })
  audit({ entity: tables[type], entityId: id, before: { status: principal.status }, after: { status: next } })
}

/** Idempotent; a version no longer in force answers with the current one. */
export const accept = (async (context, { id, version }) => {
  const { sql, principal, audit, address } = context
  const found = await sql.json(agreementById, [principal.user.id, id])
  if (found === null) throw new Problem('NOT_FOUND')
  const known = JSON.parse(found) as { current: boolean; version: number; record: unknown }
  if (!known.current) throw new Problem('VERSION_CONFLICT', { record: known.record })
  await assertVersion(version, known.version, () => known.record)
  const added = await sql.rows(acceptAgreement, [principal.user.id, id, address])
  if (added.length > 0) {
    audit({ entity: 'agreement', entityId: id, after: { version } })
    await sql.rows(touchPerson, [principal.user.id])
    await submit(context)
  }
  const after = JSON.parse((await sql.json(agreementById, [principal.user.id, id])) ?? '{}') as typeof known
  return new Json(JSON.stringify({ record: after.record }))
}) satisfies WriteHandler<'account/agreements/accept'>
