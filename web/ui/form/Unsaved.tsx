import { useBlocker } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { text } from '../text.ts'

/** Leaving with something unsaved is asked about: inside the application here, outside of it by the browser. */
export function Unsaved({ dirty, drop }: { dirty: boolean; drop: () => void }) {
  // Whoever has signed out is not asked: what is on the screen is no longer his.
  const enableBeforeUnload = () => dirty && !session.isLeft()
  const blocker = useBlocker({ shouldBlockFn: () => dirty, enableBeforeUnload, withResolver: true })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={text('form.leave.title')}
      sentence={text('form.leave.text')}
      yes={text('form.leave.yes')}
      confirm={() => {
        drop()
        blocker.proceed()
      }}
      close={blocker.reset}
    />
  )
}
