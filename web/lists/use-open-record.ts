import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ListModel } from './use-list.ts'

/** Opens a record's panel, or its page where the list has no panel. */
export function useOpenRecord({ list, change }: ListModel) {
  const navigate = useNavigate()
  return useCallback(
    (id: number | null, how: 'push' | 'replace' = 'push') => {
      if (list.panel) change({ open: id }, how)
      else if (id !== null) void navigate({ to: list.route(id) })
    },
    [list, change, navigate],
  )
}
