import type { ReactNode } from 'react'
import { Button } from '../../kit/Button.tsx'
import { useFieldDraft } from '../../offline/use-field-draft.ts'
import { text } from '../../ui/text.ts'
import { Choice, Comments, Hint } from './step/Fields.tsx'
import { reasonGap, type Reason } from './leave-reasons.ts'
import css from './phone.module.css'
import { Sheet } from '../../kit/Dialog.tsx'
import { useOnce } from './use-once.ts'

interface ReasonSheetProps {
  title: string
  /** Draft key of the typed text: event id, or 0 without an event, and form name. */
  kept: readonly [event: number, form: string]
  reasons: readonly Reason[]
  /** Preselected reason. */
  code?: string | undefined
  comments?: string | undefined
  /** Label of the confirming button. */
  yes: string
  send: (chosen: Reason, comments: string) => Promise<void>
  close: () => void
  /** Content above the reasons. */
  before?: ReactNode
  /** Consequences, above the buttons. */
  children?: ReactNode
}

/** Asks for a reason from a catalogue; reasons that explain nothing by themselves require a comment. */
export function ReasonSheet({ title, kept, reasons, yes, send, close, before, children, ...known }: ReasonSheetProps) {
  const first = { code: known.code ?? null, comments: known.comments ?? '' }
  const { typed, type, sent } = useFieldDraft(...kept, first)
  const { code, comments } = typed
  const chosen = reasons.find((one) => one.code === code)
  const gap = reasonGap(chosen, comments)
  const { busy, run } = useOnce(async () => {
    if (!chosen) return
    await send(chosen, comments.trim())
    await sent()
  })
  const press = () => {
    if (gap === null) return void run()
    document.querySelector<HTMLElement>(`dialog [data-field="${gap}"] :is(input, textarea)`)?.focus()
  }
  return (
    <Sheet title={title} close={close}>
      {before}
      <Choice
        name="reason"
        label={text('tech.cancel.reason')}
        columns={reasons.length > 4 ? 2 : 1}
        options={reasons.map((one) => ({ value: one.code, label: one.name }))}
        value={code}
        choose={(code) => type({ code })}
      />
      <Comments
        name="comments"
        label={text('tech.leave.comments')}
        value={comments}
        change={(comments) => type({ comments })}
        hint={gap === 'comments' && <Hint>{text('tech.leave.least')}</Hint>}
      />
      {children}
      <div className={css.row}>
        <Button size="glove" onClick={close}>
          {text('tech.cancel.no')}
        </Button>
        <Button kind="main" size="glove" busy={busy} onClick={press}>
          {gap === null ? yes : text('tech.act.fill')}
        </Button>
      </div>
    </Sheet>
  )
}
