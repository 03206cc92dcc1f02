import type { ComponentType, ReactNode } from 'react'
import { useCallback, useEffect, useState } from 'react'

type Dialog = ComponentType<{ close: () => void }>
/** Idle time after which the search is preloaded, so that it opens at once and loses no key press, ms. */
const quiet = 600

const isSearchKey = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey

/** The search dialog, opened by a call or by Ctrl+K (⌘K on a Mac) anywhere. */
export function useSearch(): { open: () => void; dialog: ReactNode } {
  const [wanted, setWanted] = useState(false)
  const [part, setPart] = useState<{ Dialog: Dialog } | null>(null)
  const load = useCallback(() => {
    import('./SearchDialog.tsx').then(
      ({ SearchDialog }) => setPart({ Dialog: SearchDialog }),
      // Loaded again when the dialog is opened.
      () => undefined,
    )
  }, [])
  const open = useCallback(() => {
    load()
    setWanted(true)
  }, [load])
  const close = useCallback(() => setWanted(false), [])
  useEffect(() => {
    const timer = setTimeout(load, quiet)
    const listen = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', listen)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', listen)
    }
  }, [load, open])
  return { open, dialog: wanted && part !== null ? <part.Dialog close={close} /> : null }
}
