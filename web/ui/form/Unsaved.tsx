import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { text } from '../text.ts'

/** Leaving with something unsaved is asked about: inside the application here, outside of it by the browser. */
export function Unsaved({ dirty, drop }: { dirty: boolean; drop: () => void }) {
  const blocker = useBlocker({ shouldBlockFn: () => dirty, enableBeforeUnload: () => dirty, withResolver: true })
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
