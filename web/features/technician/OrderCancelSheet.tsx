import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { alwaysThere, reasonCatalogues, reasonText } from '@hilo/domain/reason.ts'
import type { PackOrder } from '../../offline/pack.ts'
import { outbox } from '../../offline/outbox.ts'
import { text } from '../../ui/text.ts'
import { Choice, Comments, Hint } from './Fields.tsx'
import { NocLink } from './NocLink.tsx'
import css from './phone.module.css'
import { Sheet } from './Sheet.tsx'
import { useOnce } from './use-once.ts'
import { useReasons } from './use-reasons.ts'

/** Words that a reason takes which says nothing by itself. */
const least = 10

/** It cannot be done: another day is the operator's to agree, otherwise it is cancelled with its reason. */
export function OrderCancelSheet({ order, close }: { order: PackOrder; close: () => void }) {
  const [code, setCode] = useState<string | null>(null)
  const [comments, setComments] = useState('')
  const own = useReasons().order_cancel
  const reasons = own ?? reasonCatalogues.order_cancel.map((one) => ({ code: one, name: text(reasonText('order_cancel', one)) })) // prettier-ignore
  const gap = code === null ? 'reason' : code === alwaysThere && comments.trim().length < least ? 'comments' : null
  const navigate = useNavigate()
  const { busy, run } = useOnce(async () => {
    const said = comments.trim()
    await outbox.enqueue({
      path: 'admin_vno/assigments/cancel_service_order',
      query: {
        service_order_id: order.id,
        reason_code: code ?? '',
        ...(said !== '' && { comments: said.slice(0, 500) }),
      },
    })
    close()
    void navigate({ to: '/tecnico' })
  })
  const press = () => {
    if (gap === null) return void run()
    document.querySelector<HTMLElement>(`dialog [data-field="${gap}"] :is(input, textarea)`)?.focus()
  }
  return (
    <Sheet title={text('tech.order.cancel')} close={close}>
      <p className={css.note} style={{ marginBottom: 10 }}>
        {text('tech.order.cancel.visit')}
      </p>
      <NocLink className={`${css.second} ${css.wide} ${css.call}`} />
      <Choice
        name="reason"
        label={text('tech.cancel.reason')}
        columns={2}
        options={reasons.map((one) => ({ value: one.code, label: one.name }))}
        value={code}
        choose={setCode}
      />
      <Comments
        name="comments"
        label={text('tech.leave.comments')}
        value={comments}
        change={setComments}
        hint={gap === 'comments' && <Hint>{text('tech.leave.least')}</Hint>}
      />
      <div className={css.row}>
        <button type="button" className={css.second} onClick={close}>
          {text('tech.cancel.no')}
        </button>
        <button type="button" className={css.main} aria-busy={busy} onClick={press}>
          {text(gap === null ? 'tech.order.cancel.yes' : 'tech.act.fill')}
        </button>
      </div>
    </Sheet>
  )
}
