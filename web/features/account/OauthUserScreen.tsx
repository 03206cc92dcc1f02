import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { AccountType } from '../../api/account-type.ts'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { session } from '../../api/session.ts'
import { text } from '../../ui/text.ts'
import { completeLogin, forgetTrip, pendingReturn, readReturn } from './oauth.ts'
import { Waiting } from './Waiting.tsx'

interface OauthUserScreenProps {
  /** Path after signing in, from the account type and the return path. */
  homeOf: (accountType: AccountType, returnTo: unknown) => string | null
}

/** Redirect target of the issuer: exchanges the code for a session and opens the user's area. */
export function OauthUserScreen({ homeOf }: OauthUserScreenProps) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
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
    finish().catch((error: unknown) => shown && setProblem(problemText(error)))
    return () => {
      shown = false
    }
  }, [navigate, homeOf])
  const retry = () => {
    const returnTo = pendingReturn()
    void navigate({ to: '/loading-oauth', search: returnTo === null ? {} : { return_to_url: returnTo } })
  }
  return <Waiting waiting={text('login.entering')} problem={problem} retry={retry} />
}
