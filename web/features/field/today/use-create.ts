/** Creation of an intervention, and what to say when it fails. */
import type { Output } from '@hilo/contract/index.ts'
import type { WorkKind } from '@hilo/domain/status.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CallProblem } from '../../../api/problem.ts'
import { onNetwork, online } from '../../../api/reachability.ts'
import { outbox } from '../../../offline/outbox.ts'
import type { Box } from '../box/BoxPicker.tsx'
import { stepPath } from '../paths.ts'
import { whereAmI } from '../position.ts'

export interface Wanted {
  box: Box
  kind: WorkKind
  port: { id: number; number: number } | null
  order: number | null
}

/** Longest wait for the server before the intervention begins locally, ms. */
const patience = 8_000
/** Longest wait for the starting position, ms; the first step records its own. */
const fix = 2_000

/** Resolves when the server is unreachable or does not answer in time. */
const noUse = () =>
  new Promise<null>((resolve) => {
    const stop = () => {
      clearTimeout(timer)
      off()
      resolve(null)
    }
    const timer = setTimeout(stop, online() ? patience : 0)
    const off = onNetwork(() => online() || stop())
  })

const idIn = (answer: Output<'admin_vno/events/create'> | null) => answer?.record.id ?? null

/**
 * Creates an intervention: under the server's id if it answers in time, else under a local id. `rejectedId`: local id of a
 * rejected intervention.
 */
export function useCreate(rejectedId: number | null) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<CallProblem>()
  const create = async ({ box, kind, port, order }: Wanted) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    const position = await whereAmI(fix)
    const id = rejectedId ?? outbox.newId()
    try {
      const { client_request_id } = await outbox.enqueue({
        path: 'admin_vno/events/create',
        query: {
          cto_id: box.id,
          work_kind: kind,
          ...(port && { port_id: port.id }),
          ...(order !== null && { service_order_id: order }),
          ...(position && { position }),
        },
        begun: { id, box, port_number: port?.number ?? null },
      })
      const answer = outbox.answer(client_request_id) as Promise<Output<'admin_vno/events/create'>>
      const real = idIn(await Promise.race([answer, noUse()]))
      await navigate({ to: stepPath({ id: real ?? id }, 'initial') })
    } catch (error) {
      setProblem(error instanceof CallProblem ? error : new CallProblem('SYSTEM_ERROR', ''))
      // The failure is shown here and nothing depends on this operation: remove it.
      if (rejectedId === null) await outbox.giveUpAll(String(id))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, create }
}

/** The preselected port, if it belongs to the chosen box. */
export const portOf = (port: { id: number; number: number; cto_id: number } | null, box: Box | null): Wanted['port'] =>
  port === null || port.cto_id !== box?.id ? null : { id: port.id, number: port.number }
