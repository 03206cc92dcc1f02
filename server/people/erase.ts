/** The end of an account: personal data are erased, acts stay, assigned work goes back to the operator. */
import { accountAfter } from '@hilo/domain/account.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { accountStatus, eventType } from '@hilo/domain/status.ts'
import { unendedStates } from '../kernel/sql/states.ts'
import type { WriteContext } from '../kernel/handler.ts'
import { writeNotice } from '../process/notices/notify.ts'
import { lockOrders, writeOrder } from '../process/order-row.ts'
import {
  accountTables,
  changedAccount,
  endSessionsOf,
  lockAccount,
  type AccountRow,
  type AccountType,
} from './account-row.ts'
import { keepEditor } from './grant.ts'
import { withdrawFor } from './invite.ts'

const erasing = 'select erase_member($1, $2, $3, $4) as whole'

/** Closes the account, and erases the person unless another account remains. */
export async function erase(
  context: WriteContext,
  type: AccountType,
  account: AccountRow,
  reason: string | null,
): Promise<void> {
  const { sql } = context
  await withdrawFor(context, type, account, reason)
  await endSessionsOf(context, type, account)
  const [done] = await sql.rows<{ whole: boolean }>(erasing, [account.user_id, type, account.id, reason])
  // The name may be in many rows, which a job updates afterwards.
  if (done?.whole)
    await sql.rows(`select app_add_job('account.forget', json_build_object('user_id', $1::bigint))`, [account.user_id])
}

const inHand = `
  select coalesce((select json_agg(code order by id) from event where technical_id = $1 and type = ${eventType.is.createListener}
      and process_state in (${unendedStates})), '[]') as events,
    coalesce((select json_agg(id order by id) from service_order where assigned_technical_id = $1 and state = 'asignada'), '[]') as orders`

/** Orders are unassigned; interventions stay, and the operator is notified of them. */
export async function giveBackWork(
  { sql }: Pick<WriteContext, 'sql'>,
  { id, vno_id: vnoId }: Pick<AccountRow, 'id' | 'vno_id'>,
): Promise<void> {
  const [found] = await sql.rows<{ events: string[]; orders: number[] }>(inHand, [id])
  const orders: string[] = []
  for (const order of await lockOrders(sql, found?.orders ?? [], { vnoId, technicalId: null })) {
    if (order.state !== 'asignada' || order.assigned_technical_id !== id) continue
    await writeOrder(sql, order, 'unassign', { assigned_technical_id: null })
    orders.push(order.code)
  }
  const events = found?.events ?? []
  if (events.length + orders.length === 0) return
  const payload = { technical_id: id, events, orders }
  await writeNotice(sql, { vnoId, technicalId: null, kind: 'technical_gone', eventId: null, caseId: null, payload })
}

/**
 * Closes an account for its administrator.
 * @throws Problem NOT_FOUND, VERSION_CONFLICT, ACCOUNT_BAD_STATE, PRIVILEGE_DENIED, LAST_ADMIN
 */
export async function deletePerson(
  context: WriteContext,
  type: AccountType,
  asked: { id: number; version?: number | undefined; reason?: string | undefined },
  record: () => Promise<string>,
): Promise<void> {
  const { principal, audit } = context
  const account = await lockAccount(context, type, asked, record)
  if (accountAfter(account.status, 'erase') === null) throw new Problem('ACCOUNT_BAD_STATE')
  // The own account is closed by a separate call, with the password.
  if (account.user_id === principal.user.id) throw new Problem('PRIVILEGE_DENIED')
  if (type === 'te') await giveBackWork(context, account)
  await erase(context, type, account, asked.reason ?? null)
  await keepEditor(context, type, account)
  await changedAccount(context, type, account)
  audit({
    entity: accountTables[type],
    entityId: account.id,
    before: { status: account.status },
    after: { status: accountStatus.is.unavailable },
  })
}
