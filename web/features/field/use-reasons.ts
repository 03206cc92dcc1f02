import { enabledStatus } from '@hilo/domain/status.ts'
import type { ReasonCatalogue } from '@hilo/domain/reason.ts'
import { useMemo } from 'react'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import type { Catalogues, Reason } from './leave-reasons.ts'

/** Reason catalogues of the own operator; empty while unknown. */
export function useReasons(): Catalogues {
  const { data } = useCall('admin_vno/reasons/get', {}, { enabled: session.can('cancellation_view') })
  return useMemo(() => {
    const found: Partial<Record<ReasonCatalogue, Reason[]>> = {}
    for (const { catalogue, code, name, status } of data?.records ?? [])
      if (status === enabledStatus.is.enabled) (found[catalogue] ??= []).push({ code, name })
    return found
  }, [data])
}
