import { call } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { answerOf } from './answer-of.ts'
import type { Agreement } from './records.ts'
import { redirectTo } from './redirect-to.ts'
import { personQuery } from './person-check.ts'

export type SignupValues = {
  name: string
  email: string
  tax_id: string
  phone: string
  pwd: string
  /** Ids of the accepted agreements. */
  agreed: readonly string[]
}

/** Signs up, which opens a session, accepts the ticked agreements, and enters. */
export function useSignup(token: string, agreements: readonly Agreement[]) {
  const { send } = useSend('account/signup')
  return async (values: SignupValues): Promise<void> => {
    const asked = { ...personQuery(values), pwd: values.pwd, invitation_token: token }
    await session.accept(answerOf(await send(asked)))
    // A failed acceptance is asked for again on the next screen.
    await Promise.allSettled(agreements.map(({ id, version }) => call('account/agreements/accept', { id, version })))
    redirectTo(null)
  }
}
