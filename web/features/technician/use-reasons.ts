import { enabledStatus } from '@hilo/domain/status.ts'
import type { ReasonCatalogue } from '@hilo/domain/reason.ts'
import { useMemo } from 'react'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import type { Catalogues, Reason } from './leave-reasons.ts'

/** The reasons of one's own operator by catalogue; none while they are not known. */
export function useReasons(): Catalogues {
  const { data } = useCall('admin_vno/reasons/get', {}, { enabled: session.can('cancellation_view') })
  return useMemo(() => {
    const found: Partial<Record<ReasonCatalogue, Reason[]>> = {}
    for (const { catalogue, code, name, status } of data?.records ?? [])
      if (status === enabledStatus.is.enabled) (found[catalogue] ??= []).push({ code, name })
    return found
  }, [data])
}
