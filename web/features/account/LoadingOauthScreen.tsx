import { useEffect, useState } from 'react'
import { isAbort } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { text } from '../../ui/text.ts'
import { startLogin } from './oauth.ts'
import { Waiting } from './Waiting.tsx'

/** Asks where to sign in and goes there. */
export function LoadingOauthScreen({ returnTo }: { returnTo: string | undefined }) {
  const [attempt, setAttempt] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    startLogin(returnTo, abort.signal)
      .then((url) => window.location.assign(url))
      .catch((error: unknown) => {
        if (!isAbort(error)) setProblem(problemText(error))
      })
    return () => abort.abort()
  }, [returnTo, attempt])
  const retry = () => {
    setProblem(null)
    setAttempt((count) => count + 1)
  }
  return <Waiting waiting={text('login.opening')} problem={problem} retry={retry} />
}
