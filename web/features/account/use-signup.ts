import { call } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { answerOf } from './answer-of.ts'
import type { Agreement } from './AgreementsScreen.tsx'
import { leaveFor } from './leave-for.ts'
import { personQuery } from './person-check.ts'
import type { SignupValues } from './SignupForm.tsx'

/** Signs up, signed in from then on, accepts what was ticked, and goes in. */
export function useSignup(token: string, agreements: readonly Agreement[]) {
  const { send } = useSend('account/signup')
  return async (values: SignupValues): Promise<void> => {
    const asked = { ...personQuery(values), pwd: values.pwd, invitation_token: token }
    await session.accept(answerOf(await send(asked)))
    // One that was not taken is asked for again before anything else.
    await Promise.allSettled(agreements.map(({ id, version }) => call('account/agreements/accept', { id, version })))
    leaveFor(null)
  }
}
