import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { session } from '../api/session.ts'
import { text } from '../ui/text.ts'
import type { Create } from './define.ts'
import { Icon } from './icons.tsx'
import type { ListModel } from './use-list.ts'

interface CreateButtonProps {
  model: ListModel
  create: Create
  /** Among the tools of a phone: the sign alone, large enough for a thumb. */
  thumb?: boolean
}

/** The main action, for whom may take it. */
export function CreateButton({ model, create, thumb }: CreateButtonProps) {
  const [open, setOpen] = useState(false)
  const Dialog = useMemo(
    () => ('dialog' in create ? lazy(() => create.dialog().then((part) => ({ default: part.Dialog }))) : null),
    [create],
  )
  if (!session.can(create.privilege) || create.allowed?.() === false) return null
  const label = text(create.label)
  const look = thumb
    ? { className: 'hl-thumb-filter hl-main-button', 'aria-label': label, title: label }
    : { className: 'hl-button hl-main-button' }
  const face = (
    <>
      {(thumb || !create.plain) && <Icon name={create.plain ? 'check' : 'plus'} size={thumb ? 22 : 16} />}
      {!thumb && label}
    </>
  )
  if (!Dialog || !('dialog' in create))
    return (
      <Link {...look} to={'route' in create ? create.route : '.'}>
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
      <button type="button" {...look} aria-haspopup="dialog" onClick={() => setOpen(true)}>
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
