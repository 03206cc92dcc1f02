/** An administrator's changes to a person; the only place that moves an account for an administrator. */
import { updateStatement } from '../kernel/sql/update.ts'
import { accountAfter, accountMoves, needsReason, type AccountMove, type AccountStatus } from '@hilo/domain/account.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import type { WriteContext } from '../kernel/handler.ts'
import { missingDetail } from '../kernel/validation.ts'
import {
  accountTables,
  changedAccount,
  checkContractor,
  endSessionsOf,
  lockAccount,
  refuse,
  unlessTaken,
  wrong,
  type AccountRow,
  type AccountType,
} from './account-row.ts'
import { presentFields, takenBy, type TechnicalColumns } from './create.ts'
import { erase } from './erase.ts'
import { checkGrant, keepEditor } from './grant.ts'
import { followAccount } from './invite.ts'

interface PersonEdit {
  id: number
  version?: number | undefined
  name?: string | undefined
  tax_id?: string | null | undefined
  phone?: string | null | undefined
  role_id?: number | undefined
  status?: AccountStatus | undefined
  suspended_reason?: string | undefined
}

/** The administrator's move that leads to a status; null if there is none. Closing is a separate call. */
function moveTo(from: AccountStatus, to: AccountStatus): AccountMove | null {
  const moves = Object.keys(accountMoves) as AccountMove[]
  const administrators = moves.filter(
    (move) => move !== 'erase' && accountMoves[move].actor.some((actor) => actor === 'admin'),
  )
  return administrators.find((move) => accountAfter(from, move) === to) ?? null
}

/** @throws Problem ACCOUNT_BAD_STATE, PRIVILEGE_DENIED, VALIDATION */
function checkMove({ principal }: WriteContext, account: AccountRow, asked: PersonEdit): AccountMove | null {
  const { status, suspended_reason: reason } = asked
  const move = status === undefined || status === account.status ? null : moveTo(account.status, status)
  if (status !== undefined && status !== account.status && move === null) throw new Problem('ACCOUNT_BAD_STATE')
  // No one approves or suspends the own account.
  if (move !== null && account.user_id === principal.user.id) throw new Problem('PRIVILEGE_DENIED')
  const asksReason = move !== null && needsReason(move)
  if (asksReason && reason === undefined) throw refuse(missingDetail('suspended_reason'))
  if (!asksReason && reason !== undefined) throw wrong('suspended_reason')
  return move
}

/** Privileges are given by a role and by the status that activates it; either way only those that the caller has. */
async function checkRights(
  context: WriteContext,
  type: AccountType,
  account: AccountRow,
  { role_id: roleId = account.role_id }: PersonEdit,
  move: AccountMove | null,
): Promise<void> {
  const admits = move === 'approve' || move === 'reactivate'
  if (roleId !== account.role_id || admits) await checkGrant(context, type, roleId, account.vno_id)
}

function columnsAfter({ role_id, suspended_reason }: PersonEdit, move: AccountMove | null): [string, unknown][] {
  return presentFields({
    role_id,
    ...(move !== null && { status: accountMoves[move].to }),
    ...(move === 'suspend' && { suspended_reason }),
    ...(move === 'reactivate' && { suspended_reason: null, suspended_at: null }),
  })
}

async function write(
  { sql }: WriteContext,
  type: AccountType,
  account: AccountRow,
  columns: [string, unknown][],
  suspends: boolean,
): Promise<void> {
  const sets = columns.map(([name], index) => `${name} = $${index + 3}`)
  const stamp = ['version = $2', 'updated_at = app_now()', ...(suspends ? ['suspended_at = app_now()'] : [])]
  const text = `update ${accountTables[type]} set ${[...sets, ...stamp].join(', ')} where id = $1`
  await unlessTaken(sql.rows(text, [account.id, account.version + 1, ...columns.map(([, value]) => value)]), takenBy)
}

/**
 * Changes a person's data, role or status, as requested.
 * @param columns of technicians' accounts only
 * @param record the account as the client shows it
 * @throws Problem NOT_FOUND, VERSION_CONFLICT, ACCOUNT_BAD_STATE, VALIDATION, PRIVILEGE_DENIED, PRIVILEGE_ESCALATION,
 * LAST_ADMIN, ALREADY_EXISTS
 */
export async function editPerson(
  context: WriteContext,
  type: AccountType,
  asked: PersonEdit,
  record: () => Promise<string>,
  columns: TechnicalColumns = {},
): Promise<void> {
  const { sql, audit } = context
  const account = await lockAccount(context, type, asked, record)
  if (account.status === accountStatus.is.unavailable) throw new Problem('ACCOUNT_BAD_STATE')
  const move = checkMove(context, account, asked)
  await checkRights(context, type, account, asked, move)
  const { name, tax_id, phone } = asked
  const own = presentFields({ name, tax_id, phone })
  if (own.length > 0) {
    const names = own.map(([column]) => column)
    await sql.rows(updateStatement('app_user', names), [account.user_id, ...own.map(([, value]) => value)])
  }
  if (columns.contractor_id !== account.contractor_id)
    await checkContractor(context, columns.contractor_id, account.vno_id)
  const written = [...columnsAfter(asked, move), ...presentFields(columns)]
  await write(context, type, account, written, move === 'suspend')
  if (account.status === accountStatus.is.created) await followAccount(context, type, account)
  if (move === 'suspend') await endSessionsOf(context, type, account)
  if (move === 'reject') await erase(context, type, account, null)
  await keepEditor(context, type, account)
  await changedAccount(context, type, account)
  const rights = ({ role_id, status }: Pick<AccountRow, 'role_id' | 'status'>) => ({ role_id, status })
  const after = { ...rights(account), ...presentFields({ role_id: asked.role_id, status: asked.status }) }
  audit({
    entity: accountTables[type],
    entityId: account.id,
    before: rights(account),
    after: { ...after, changed: [...own, ...written].map(([column]) => column) },
  })
}
