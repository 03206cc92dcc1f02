/** Lists of states for SQL's `in (…)`, derived from the domain's rules. */
import { isOpen } from '@hilo/domain/event.ts'
import { mayEnter } from '@hilo/domain/account.ts'
import { hairTriggers } from '@hilo/domain/hair-change.ts'
import { isOrderClosed, orderStates } from '@hilo/domain/order.ts'
import { accountStatus, processState } from '@hilo/domain/status.ts'

const { is } = processState
const states = Object.values(is)
const ended: readonly number[] = [is.cancelled, is.finalized, is.finalizedSync, is.canceledSync]

/** Interventions that occupy their box. */
export const openStates = states.filter(isOpen).join(', ')
/** Interventions that occupy their box, and those whose opening failed. */
export const unendedStates = states.filter((one) => isOpen(one) || one === is.wronglyCreated).join(', ')
/** Interventions that have ended without error. */
export const endedStates = ended.join(', ')
/** Requests for another port that can still be withdrawn. */
export const withdrawableStates = states.filter((one) => hairTriggers(one, 'withdraw') !== null).join(', ')
/** Accounts that may have a session. */
export const enteringAccounts = accountStatus.values.filter(mayEnter).join(', ')
/** Orders that are still to be carried out. */
export const liveOrders = orderStates
  .filter((one) => !isOrderClosed(one))
  .map((one) => `'${one}'`)
  .join(', ')
