import { safeReturnTo } from '@hilo/domain/return-to.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { renewPush } from '../../api/browser-push.ts'
import { useSession } from '../../api/session.ts'
import { native } from '../../native/index.ts'
import { linkToOpen } from '../../sw/message.ts'

/** Keeps the browser's subscription registered, and shows the screen of a notice that the user pressed. */
export function usePush(): void {
  const user = useSession().info.user.id
  const navigate = useNavigate()
  useEffect(() => {
    if (user > 0) void renewPush()
  }, [user])
  useEffect(() => {
    if (native || !('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const open = ({ data }: MessageEvent) => {
      const to = safeReturnTo(linkToOpen(data))
      if (to !== null) void navigate({ to })
    }
    serviceWorker.addEventListener('message', open)
    return () => serviceWorker.removeEventListener('message', open)
  }, [navigate])
}
