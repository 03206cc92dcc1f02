import { useBlocker } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { text } from '../text.ts'

/**
 * Asks for confirmation before leaving with unsaved changes: navigation inside the application here, outside it by the
 * browser.
 */
export function UnsavedGuard({ dirty, drop }: { dirty: boolean; drop: () => void }) {
  // No confirmation after signing out: the screen's content no longer belongs to the session.
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
