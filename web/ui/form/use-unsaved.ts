import { useBlocker } from '@tanstack/react-router'

/** Leaving with something unsaved is asked about: inside the application by `blocker`, outside by the browser. */
export function useUnsaved(dirty: boolean) {
  return useBlocker({ shouldBlockFn: () => dirty, enableBeforeUnload: () => dirty, withResolver: true })
}
