import { useCallback, useEffect } from 'react'
import { problemText } from '../../../api/problem-text.ts'
import { Button } from '../../../kit/Button.tsx'
import { ListPanel } from '../../../lists/panel/ListPanel.tsx'
import { text } from '../../../ui/text.ts'
import { ordersList } from '../orders.list.ts'
import type { Agenda } from './use-agenda.ts'

/** The planned orders failed to load: reason, and retry. */
export function Unread({ agenda: { unread, readAgain } }: { agenda: Agenda }) {
  return (
    <div className="hl-face" role="alert">
      <h2>{problemText(unread)}</h2>
      <Button onClick={readAgain}>{text('list.retry')}</Button>
    </div>
  )
}

/** Escape closes the panel wherever the focus is, unless a dialog or a visit in the hand takes the key. */
function useEscape(close: () => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      if (
        document.querySelector('dialog[open], :popover-open:not([popover="manual"]), [data-board][data-holding]') ===
        null
      )
        close()
    }
    // Before the key takes effect elsewhere: a dialog that it closes is still open.
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [close])
}

/** Panel of one order, as beside its list. */
export function OpenOrder({ agenda, id }: { agenda: Agenda; id: number }) {
  const { orders, change } = agenda
  const close = useCallback(() => change({ abierta: undefined }), [change])
  useEscape(close)
  return (
    <ListPanel
      key={id}
      list={ordersList}
      id={id}
      known={orders.find((order) => order.id === id)}
      onClose={close}
      onNewer={nothing}
    />
  )
}
const nothing = () => undefined
