import type { Cto } from '@hilo/contract/ctos.ts'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'

/** Cache lifetime of a CTO, shared by all components of the screen. */
const freshMs = 20_000
const asked = new Map<number, { at: number; cto: Promise<Cto | null> }>()

function askCto(id: number): Promise<Cto | null> {
  const known = asked.get(id)
  if (known && Date.now() - known.at < freshMs) return known.cto
  // A CTO that fails to load is not drawn: the record beside it still shows its own data.
  const cto = call('admin_vno/ctos/get', { id }).then(
    ({ records }) => records[0] ?? null,
    () => null,
  )
  if (asked.size > 50) asked.clear()
  asked.set(id, { at: Date.now(), cto })
  return cto
}

/** A CTO with its ports, for panels and pages that draw it. Null while loading or out of scope. */
export function useCto(id: number | undefined): Cto | null {
  const [cto, setCto] = useState<Cto | null>(null)
  useEffect(() => {
    if (id === undefined) return
    let wanted = true
    void askCto(id).then((found) => {
      if (wanted) setCto(found)
    })
    return () => {
      wanted = false
    }
  }, [id])
  return cto?.id === id ? cto : null
}
