import { useCallback } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { native } from '../../native/index.ts'
import { openOutside } from '../../native/outside.ts'
import { toast } from '../../ui/toasts.tsx'
import { signOut } from './oauth.ts'

/** What is done before somebody leaves; gives the way back, for when leaving did not work out. */
type Leave = () => Promise<() => Promise<void>>

async function leaveWith(leave: Leave | undefined): Promise<void> {
  const back = await leave?.()
  const url = await signOut().catch(async (error: unknown) => {
    await back?.()
    throw error
  })
  try {
    await openOutside(url)
  } finally {
    if (native) window.location.replace('/login')
  }
}

/** Signs out here and at the issuer. The page is left, so nothing that was read stays in memory. */
export function useSignOut(leave?: Leave): () => void {
  return useCallback(() => {
    leaveWith(leave).catch((error: unknown) => toast.error(problemText(error)))
  }, [leave])
}
