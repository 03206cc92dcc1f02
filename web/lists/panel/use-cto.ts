import type { Cto } from '@hilo/contract/ctos.ts'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'

/** How long a box that was asked for serves everybody on the screen who draws it. */
const freshMs = 20_000
const asked = new Map<number, { at: number; cto: Promise<Cto | null> }>()

function askCto(id: number): Promise<Cto | null> {
  const known = asked.get(id)
  if (known && Date.now() - known.at < freshMs) return known.cto
  // A box that cannot be had is simply not drawn: the record beside it says what matters.
  const cto = call('admin_vno/ctos/get', { id }).then(
    ({ records }) => records[0] ?? null,
    () => null,
  )
  if (asked.size > 50) asked.clear()
  asked.set(id, { at: Date.now(), cto })
  return cto
}

/** A box with its ports, for the panels and pages that draw one. Null while unknown or out of reach. */
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
