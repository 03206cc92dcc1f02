import { lazy, Suspense, useMemo, useState } from 'react'
import { session } from '../api/session.ts'
import { Button } from '../kit/Button.tsx'
import { LinkButton } from '../kit/LinkButton.tsx'
import { text } from '../ui/text.ts'
import type { CreateAction } from './define.ts'
import { Icon } from './icons.tsx'
import type { ListModel } from './use-list.ts'

interface CreateButtonProps {
  model: ListModel
  create: CreateAction
  /** Phone toolbar variant: icon only, touch-target size. */
  thumb?: boolean
  /** Beside the main action. */
  second?: true
}

/** The screen's main action, shown to users allowed to run it. */
export function CreateButton({ model, create, thumb, second }: CreateButtonProps) {
  const [open, setOpen] = useState(false)
  const Dialog = useMemo(
    () => ('dialog' in create ? lazy(() => create.dialog().then((part) => ({ default: part.Dialog }))) : null),
    [create],
  )
  if (!session.can(create.privilege) || create.allowed?.() === false) return null
  const label = text(create.label)
  const named = thumb && { className: 'hl-thumb-filter', 'aria-label': label, title: label }
  const face = (
    <>
      {(thumb || !create.plain) && <Icon name={create.plain ? 'check' : 'plus'} size={thumb ? 22 : 16} />}
      {!thumb && label}
    </>
  )
  if (!Dialog || !('dialog' in create))
    return (
      <LinkButton kind={second ? 'second' : 'main'} {...named} to={'route' in create ? create.route : '.'}>
        {face}
      </LinkButton>
    )
  const made = (id?: number) => {
    setOpen(false)
    model.refresh()
    if (id !== undefined && model.list.panel) model.change({ open: id })
  }
  return (
    <>
      <Button kind={second ? 'second' : 'main'} {...named} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {face}
      </Button>
      {open && (
        <Suspense>
          <Dialog close={() => setOpen(false)} made={made} />
        </Suspense>
      )}
    </>
  )
}
