import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isAbort } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { native } from '../../native/index.ts'
import { openOutside } from '../../native/outside.ts'
import { text } from '../../ui/text.ts'
import { startLogin } from './oauth.ts'
import { Waiting } from './Waiting.tsx'

interface LoadingOauthScreenProps {
  returnTo: string | undefined
  /** The person wants to make a passkey or recovery codes. */
  manage: boolean
  /** Asks the issuer for the password again, to sign in with another account. */
  other: boolean
}

/** Starts the sign-in at the issuer; the native application opens it in the system's browser. */
export function LoadingOauthScreen({ returnTo, manage, other }: LoadingOauthScreenProps) {
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    startLogin(returnTo, abort.signal, { manage, other })
      .then(openOutside)
      // If the system's browser is closed without a sign-in, the application shows the sign-in page.
      .then(async () => {
        if (native) await navigate({ to: '/login', search: returnTo === undefined ? {} : { return_to_url: returnTo } })
      })
      .catch((error: unknown) => {
        if (!isAbort(error)) setProblem(problemText(error))
      })
    return () => abort.abort()
  }, [returnTo, manage, other, attempt, navigate])
  const retry = () => {
    setProblem(null)
    setAttempt((count) => count + 1)
  }
  return <Waiting waiting={text('login.opening')} problem={problem} retry={retry} />
}
