import { useCallback } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { native } from '../../native/index.ts'
import { openOutside } from '../../native/outside.ts'
import { toast } from '../../kit/toasts.tsx'
import { signOut } from './oauth.ts'

/** Runs before signing out; returns its undo, for a failed sign-out. */
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

/** Signs out here and at the issuer. Leaves the page, so that no data stays in memory. */
export function useSignOut(leave?: Leave): () => void {
  return useCallback(() => {
    leaveWith(leave).catch((error: unknown) => toast.error(problemText(error)))
  }, [leave])
}
