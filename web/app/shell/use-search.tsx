import type { ComponentType, ReactNode } from 'react'
import { useCallback, useEffect, useState } from 'react'

type Dialog = ComponentType<{ close: () => void }>
/** Milliseconds after which the search is fetched unasked, so that it opens within the key press and misses no letter. */
const quiet = 600

const isSearchKey = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey

/** The search: opened by whoever asks or by Ctrl+K (⌘K on a Mac) anywhere. */
export function useSearch(): { open: () => void; dialog: ReactNode } {
  const [wanted, setWanted] = useState(false)
  const [part, setPart] = useState<{ Dialog: Dialog } | null>(null)
  const load = useCallback(() => {
    import('./SearchDialog.tsx').then(
      ({ SearchDialog }) => setPart({ Dialog: SearchDialog }),
      // It is asked for again when somebody opens it.
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
