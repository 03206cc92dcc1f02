import { useCallback } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { toast } from '../../ui/toasts.tsx'
import { signOut } from './oauth.ts'

/** Signs out here and at the issuer. The page is left, so nothing that was read stays in memory. */
export function useSignOut(): () => void {
  return useCallback(() => {
    signOut()
      .then((url) => window.location.assign(url))
      .catch((error: unknown) => toast.error(problemText(error)))
  }, [])
}
