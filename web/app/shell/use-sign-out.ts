import { useCallback } from 'react'
import { queryClient } from '../../api/query.ts'
import { problemText } from '../../api/problem-text.ts'
import { signOut } from '../../features/account/oauth.ts'
import { toast } from '../../ui/toasts.tsx'

/** Signs out here and at the issuer; nothing that was read stays in memory. */
export function useSignOut(): () => void {
  return useCallback(() => {
    signOut()
      .then((url) => {
        queryClient.clear()
        window.location.assign(url)
      })
      .catch((error: unknown) => toast.error(problemText(error)))
  }, [])
}
