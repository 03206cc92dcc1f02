import { Button } from '../kit/Button.tsx'
import { text } from './text.ts'
import { Dialog, DialogActs } from '../kit/Dialog.tsx'

interface ConfirmDialogProps {
  title: string
  sentence: string
  /** Label of the confirm button. */
  yes: string
  confirm: () => void
  close: () => void
}

/** Asks for confirmation before an irreversible action. */
export function ConfirmDialog({ title, sentence, yes, confirm, close }: ConfirmDialogProps) {
  return (
    <Dialog close={close} title={title} sentence={sentence}>
      <DialogActs>
        <Button size="large" onClick={close}>
          {text('app.cancel')}
        </Button>
        <Button
          kind="main"
          size="large"
          onClick={() => {
            // Confirm first: where closing counts as "no", only the first answer is used.
            confirm()
            close()
          }}
        >
          {yes}
        </Button>
      </DialogActs>
    </Dialog>
  )
}
