import type { ReactNode } from 'react'
import { useTyped } from '../../offline/use-typed.ts'
import { text } from '../../ui/text.ts'
import { Choice, Comments, Hint } from './Fields.tsx'
import { reasonGap, type Reason } from './leave-reasons.ts'
import css from './phone.module.css'
import { Sheet } from './Sheet.tsx'
import { useOnce } from './use-once.ts'

interface ReasonSheetProps {
  title: string
  /** Where what is typed is kept: the intervention, or 0; and the form's name. */
  kept: readonly [event: number, form: string]
  reasons: readonly Reason[]
  /** Known already. */
  code?: string | undefined
  comments?: string | undefined
  /** What the button says that does it. */
  yes: string
  send: (chosen: Reason, comments: string) => Promise<void>
  close: () => void
  /** Before the reasons. */
  before?: ReactNode
  /** What follows from it, above the buttons. */
  children?: ReactNode
}

/** Asks for a reason out of a catalogue, and for words where the reason alone says nothing. */
export function ReasonSheet({ title, kept, reasons, yes, send, close, before, children, ...known }: ReasonSheetProps) {
  const first = { code: known.code ?? null, comments: known.comments ?? '' }
  const { typed, type, sent } = useTyped(...kept, first)
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
        <button type="button" className={css.second} onClick={close}>
          {text('tech.cancel.no')}
        </button>
        <button type="button" className={css.main} aria-busy={busy} onClick={press}>
          {gap === null ? yes : text('tech.act.fill')}
        </button>
      </div>
    </Sheet>
  )
}
