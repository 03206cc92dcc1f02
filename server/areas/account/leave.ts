import { allows } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { roleEditing } from '@hilo/domain/role.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { asProcess } from '../../kernel/sql/in-process.ts'
import { keepRoleEditor } from '../../people/role-editors.ts'
import type { UploadHandler, WriteContext } from '../../kernel/handler.ts'
import { accountTables, changedAccount } from '../../people/account-row.ts'
import { giveBackWork } from '../../people/erase.ts'
import { checkCurrent, proofOf, wrongField } from './current-password.ts'
import { erasePerson, forgetLater, lockUser, openAccounts } from './queries.ts'

interface Account {
  type: keyof typeof accountTables
  id: number
  vno_id: number | null
}

const { active, unavailable } = accountStatus.is

/** The person may be the last one who can change roles. @throws Problem LAST_ADMIN */
async function keepEditor({ sql, principal }: WriteContext): Promise<void> {
  const { account_type: type, status, privileges, vno } = principal
  if (type === 'te' || status !== active) return
  const privilege = type === 'ad' ? roleEditing.neutral : roleEditing.vno
  if (allows(privileges, privilege)) await keepRoleEditor(sql, vno?.id ?? null)
}

/** In the scope of all operators: the person's traces reach beyond the own operator. */
async function forget(context: WriteContext, reason: string | undefined): Promise<void> {
  const { sql, principal, audit } = context
  const { user } = principal
  await sql.rows(lockUser, [user.id])
  const accounts = await sql.rows<Account>(openAccounts, [user.id])
  if (!accounts.some(({ id, type }) => id === principal.account_id && type === principal.account_type))
    throw new Problem('YOU_ARE_NOT_LOGGED_IN')
  for (const account of accounts) if (account.type === 'te') await giveBackWork(context, account)
  await sql.rows(erasePerson, [user.id, reason ?? null])
  await keepEditor(context)
  await sql.rows(forgetLater, [user.id])
  for (const account of accounts) {
    await changedAccount(context, account.type, account)
    audit({ entity: accountTables[account.type], entityId: account.id, after: { status: unavailable } })
  }
}

/** The person leaves: personal data are deleted with the answer, copies and pictures soon after. */
export const leave = (async ({ principal, sql, config }, { pwd, reason }) => {
  const { user, session_id: session, account_id: id } = principal
  const proof = await proofOf(sql, user.id, session)
  if (proof.hash !== null && !config.issuer) await checkCurrent(sql, proof, { field: 'pwd', given: pwd })
  else if (!proof.fresh) throw wrongField('pwd', 'required')
  return async (context) => {
    await asProcess(context.sql, () => forget(context, reason))
    context.setSession(null)
    return { result_flag: 1 as const, record: { id, status: unavailable } }
  }
}) satisfies UploadHandler<'account/delete'>
