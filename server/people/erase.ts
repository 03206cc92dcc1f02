/** The end of an account: its person is forgotten, what he did stays, what he had in hand goes back to his operator. */
import { accountAfter } from '@hilo/domain/account.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import type { WriteContext } from '../http/handler.ts'
import { tell } from '../process/notices/notify.ts'
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

/** Closes the account, and forgets the person unless he still has another one elsewhere. */
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
  // His name in what he created may stand in many rows: they are gone through afterwards.
  if (done?.whole)
    await sql.rows(`select app_add_job('account.forget', json_build_object('user_id', $1::bigint))`, [account.user_id])
}

const inHand = `
  select coalesce((select json_agg(code order by id) from event where technical_id = $1 and type = 1
      and process_state in (2, 4, 6, 7, 8, 9, 10)), '[]') as events,
    coalesce((select json_agg(id order by id) from service_order where assigned_technical_id = $1 and state = 'asignada'), '[]') as orders`

/** Orders are nobody's again; interventions stay as they are and the operator is told of them. */
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
  await tell(sql, { vnoId, technicalId: null, kind: 'technical_gone', eventId: null, caseId: null, payload })
}

/**
 * Closes an account on behalf of who administers it.
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
  // One's own account is closed with one's own password.
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
