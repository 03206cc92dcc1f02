import { useMemo } from 'react'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { same } from './setting-values.ts'

export interface LastChange {
  by: string | null
  at: string
}
type Chosen = Record<string, unknown>
const chosen = (value: unknown): Chosen => (typeof value === 'object' && value !== null ? (value as Chosen) : {})

/** Author and time of each setting's last change, for sessions that may read the audit. */
export function useChanges(owner: number | null): (key: string) => LastChange | null {
  const answer = useCall(
    'admin_vno/audit/get',
    { filter: { entity: 'setting', entity_id: owner === null ? 'all' : String(owner) }, limit: 100 },
    { enabled: session.can('role-admin-vno_view') },
  )
  const rows = answer.data?.records
  return useMemo(() => {
    const known = new Map<string, LastChange>()
    for (const { before, after, actor, at } of rows ?? []) {
      const [was, is] = [chosen(before), chosen(after)]
      for (const key of new Set([...Object.keys(was), ...Object.keys(is)]))
        if (!known.has(key) && !same(was[key], is[key])) known.set(key, { by: actor?.name ?? null, at })
    }
    return (key) => known.get(key) ?? null
  }, [rows])
}
