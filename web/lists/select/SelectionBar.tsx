import { lazy, Suspense, useMemo, useState } from 'react'
import { toast } from '../../ui/toasts.tsx'
import { problemText } from '../../api/problem-text.ts'
import { text } from '../../ui/text.ts'
import type { Bulk } from '../define.ts'
import { Icon } from '../icons.tsx'
import type { ListModel } from '../use-list.ts'
import { most } from './choice.ts'
import type { Selection } from './use-selection.ts'

/** The list's own buttons for what is chosen. */
function OwnButtons({ model, bulk, selection }: BarProps & { bulk: Bulk }) {
  const Bar = useMemo(() => lazy(() => bulk.bar().then((part) => ({ default: part.Bar }))), [bulk])
  const ids = useMemo(() => [...selection.ids], [selection.ids])
  const done = () => {
    selection.clear()
    model.refresh()
  }
  return (
    <Suspense>
      <Bar ids={ids} done={done} />
    </Suspense>
  )
}

/** More rows answer the filter than are chosen: takes them too. */
function FirstButton({ model, selection }: BarProps) {
  const [asking, setAsking] = useState(false)
  const { total } = model.store
  const reachable = Math.min(total ?? 0, most)
  if (selection.ids.size >= reachable) return null
  const take = async () => {
    setAsking(true)
    await selection.first().catch((error: unknown) => toast.error(problemText(error)))
    setAsking(false)
  }
  return (
    <button type="button" className="hl-plain" disabled={asking} onClick={() => void take()}>
      {text(reachable === total ? 'list.chosen.all' : 'list.chosen.first', { count: reachable })}
    </button>
  )
}

interface BarProps {
  model: ListModel
  selection: Selection
}

/** How many rows are chosen and what can be done with them; in place of the filters, so that nothing moves. */
export function SelectionBar({ model, selection, onLeave = selection.clear }: BarProps & { onLeave?: () => void }) {
  const { bulk } = model.list
  const count = selection.ids.size
  return (
    <div className="hl-chosen" role="toolbar" aria-label={text('list.chosen')}>
      <span role="status">
        <b>{count > 0 ? text('list.chosen.count', { count }) : text('list.chosen.none')}</b>
        {count === most && ` ${text('list.chosen.most')}`}
      </span>
      {bulk && count > 0 && <OwnButtons model={model} bulk={bulk} selection={selection} />}
      <FirstButton model={model} selection={selection} />
      <button type="button" className="hl-plain hl-chosen-clear" onClick={onLeave}>
        <Icon name="close" size={14} />
        {text(count > 0 ? 'list.chosen.clear' : 'list.chosen.end')}
      </button>
    </div>
  )
}
