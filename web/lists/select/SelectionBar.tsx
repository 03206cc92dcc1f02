import { lazy, Suspense, useMemo, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { toast } from '../../kit/toasts.tsx'
import { problemText } from '../../api/problem-text.ts'
import { text } from '../../ui/text.ts'
import type { BulkActions } from '../define.ts'
import { Icon } from '../icons.tsx'
import type { ListModel } from '../use-list.ts'
import { maxSelected } from './selected-rows.ts'
import type { Selection } from './use-selection.ts'

/** The list's own bulk actions. */
function OwnButtons({ model, bulk, selection }: BarProps & { bulk: BulkActions }) {
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

/** Offers to extend the selection when more rows match the filter than are selected. */
function FirstButton({ model, selection }: BarProps) {
  const [asking, setAsking] = useState(false)
  const { total } = model.store
  const reachable = Math.min(total ?? 0, maxSelected)
  if (selection.ids.size >= reachable) return null
  const take = async () => {
    setAsking(true)
    await selection.first().catch((error: unknown) => toast.error(problemText(error)))
    setAsking(false)
  }
  return (
    <Button kind="plain" disabled={asking} onClick={() => void take()}>
      {text(reachable === total ? 'list.chosen.all' : 'list.chosen.first', { count: reachable })}
    </Button>
  )
}

interface BarProps {
  model: ListModel
  selection: Selection
}

/** Number of selected rows and bulk actions; replaces the filters in place, so that nothing shifts. */
export function SelectionBar({ model, selection, onLeave = selection.clear }: BarProps & { onLeave?: () => void }) {
  const { bulk } = model.list
  const count = selection.ids.size
  return (
    <div
      className="hl-chosen flex middle gap-8 text-xs line-top-strong"
      role="toolbar"
      aria-label={text('list.chosen')}
    >
      <span role="status">
        <b>{count > 0 ? text('list.chosen.count', { count }) : text('list.chosen.none')}</b>
        {count === maxSelected && ` ${text('list.chosen.most')}`}
      </span>
      {bulk && count > 0 && <OwnButtons model={model} bulk={bulk} selection={selection} />}
      <FirstButton model={model} selection={selection} />
      <Button kind="plain" className="hl-chosen-clear inline-flex middle gap-4 nowrap push" onClick={onLeave}>
        <Icon name="close" size={14} />
        {text(count > 0 ? 'list.chosen.clear' : 'list.chosen.end')}
      </Button>
    </div>
  )
}
