import type { Cto } from '@hilo/contract/ctos.ts'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'

/** A box with its ports, for the panels and pages that draw one. Null while unknown or out of reach. */
export function useCto(id: number | null): Cto | null {
  const [cto, setCto] = useState<Cto | null>(null)
  useEffect(() => {
    if (id === null) return
    const asked = new AbortController()
    // A box that cannot be had is simply not drawn: the record beside it says what matters.
    call('admin_vno/ctos/get', { id }, { signal: asked.signal }).then(
      ({ records: [found = null] }) => setCto(found),
      () => undefined,
    )
    return () => asked.abort()
  }, [id])
  return cto?.id === id ? cto : null
}
