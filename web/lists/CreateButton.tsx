import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { session } from '../api/session.ts'
import { text } from '../ui/text.ts'
import type { Create } from './define.ts'
import { Icon } from './icons.tsx'
import type { ListModel } from './use-list.ts'

/** The main action, for whom may take it. */
export function CreateButton({ model, create }: { model: ListModel; create: Create }) {
  const [open, setOpen] = useState(false)
  const Dialog = useMemo(
    () => ('dialog' in create ? lazy(() => create.dialog().then((part) => ({ default: part.Dialog }))) : null),
    [create],
  )
  if (!session.can(create.privilege) || create.allowed?.() === false) return null
  const face = (
    <>
      <Icon name="plus" size={16} />
      {text(create.label)}
    </>
  )
  if (!Dialog || !('dialog' in create))
    return (
      <Link className="hl-button hl-main-button" to={'route' in create ? create.route : '.'}>
        {face}
      </Link>
    )
  const made = (id?: number) => {
    setOpen(false)
    model.refresh()
    if (id !== undefined && model.list.panel) model.change({ open: id })
  }
  return (
    <>
      <button type="button" className="hl-button hl-main-button" onClick={() => setOpen(true)}>
        {face}
      </button>
      {open && (
        <Suspense>
          <Dialog close={() => setOpen(false)} made={made} />
        </Suspense>
      )}
    </>
  )
}
