import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { AccountType } from '../../api/account-type.ts'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { session } from '../../api/session.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { text } from '../../ui/text.ts'
import { completeLogin, forgetTrip, pendingReturn, readReturn } from './oauth.ts'
import { Waiting } from './Waiting.tsx'

/** Problems of the identity itself: without `prompt=login` the issuer would return the same one again. */
const otherAccount = ['ACCOUNT_NOT_LINKED', 'ALREADY_EXISTS']

interface OauthUserScreenProps {
  /** Path after signing in, from the account type and the return path. */
  homeOf: (accountType: AccountType, returnTo: unknown) => string | null
}

/** Redirect target of the issuer: exchanges the code for a session and opens the user's area. */
export function OauthUserScreen({ homeOf }: OauthUserScreenProps) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<unknown>(null)
  useEffect(() => {
    let shown = true
    const finish = async () => {
      const returned = readReturn(window.location.search)
      if (returned instanceof CallProblem) throw returned
      const returnTo = await completeLogin(returned)
      if (!shown) return
      forgetTrip()
      await navigate({ href: homeOf(session.get().accountType, returnTo) ?? '/login', replace: true })
    }
    finish().catch((error: unknown) => shown && setProblem(error))
    return () => {
      shown = false
    }
  }, [navigate, homeOf])
  const isOther = problem instanceof CallProblem && otherAccount.includes(problem.code)
  const retry = () => {
    const returnTo = pendingReturn()
    const search = { ...(returnTo !== null && { return_to_url: returnTo }), ...(isOther && { otra: '1' as const }) }
    void navigate({ to: '/loading-oauth', search })
  }
  return (
    <Waiting
      waiting={text('login.entering')}
      problem={problem === null ? null : problemText(problem)}
      retry={retry}
      retryText={text(isOther ? 'login.other' : 'app.retry')}
    >
      {isOther && (
        <LinkButton size="large" to="/codigo">
          {text('login.code')}
        </LinkButton>
      )}
    </Waiting>
  )
}
