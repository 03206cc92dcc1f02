import { portProblem } from '@hilo/domain/status.ts'
import { useCall } from '../../../api/query.ts'
import { drafts } from '../../../offline/drafts.ts'
import { outbox } from '../../../offline/outbox.ts'
import { useFieldDraft } from '../../../offline/use-field-draft.ts'
import { chosenOf, gapOf, type Chosen, type portFacts } from './hair-wish.ts'
import { useFacts } from '../step/use-facts.ts'
import { askPath } from './use-hair.ts'
import { useOnce } from '../use-once.ts'
import { usePictures } from '../step/use-pictures.ts'
import type { StepForm } from '../step/use-step.ts'
import { usePortsOf } from '../use-work.ts'
import { isWorkable, type Work } from '../work.ts'

/** `port`: the current port is not chosen yet; `from`: its id is unknown on this device. */
export type Gap = ReturnType<typeof gapOf> | 'limit' | 'from' | 'port'

interface Typed {
  chosen: Partial<Chosen>
  port: number | null
  comment: string
}

/** Available ports; offline they are unknown and the server chooses. `idOf` also knows ports stored on the device. */
function usePorts(work: Work) {
  const { data } = useCall(
    'admin_vno/events/fiber/change/port_availability/get',
    { event_id: work.id },
    { enabled: work.id > 0 && isWorkable(work) },
  )
  const storedPorts = usePortsOf(work.cto_id)
  const ids = new Map(storedPorts.map(({ number, id }) => [number, id]))
  for (const { number, port_id } of data?.records ?? []) ids.set(number, port_id)
  return {
    known: data !== undefined,
    idOf: (port: number | null) => ids.get(port ?? 0) ?? null,
    ports: data?.records ?? [],
  }
}

/** Pictures that prove the reason, shared with the steps. */
function useProof(work: Work, reason: number | null, power: number | null) {
  const facts = useFacts(work)
  const step = reason === portProblem.is.low_power ? ('power' as const) : ('port_available' as const)
  const port_number = work.port_number
  const data = step === 'port_available' ? { found: 801 as const, port_number } : { power_dbm: power }
  const pictures = usePictures({ work, step, data, facts } as unknown as StepForm)
  return { ...pictures, wanted: reason === portProblem.is.unavailable || reason === null ? null : pictures.all[0] }
}

/** State of the form: draft, missing field, and sending. */
export function useAsking(work: Work, found: ReturnType<typeof portFacts>, asked: () => void) {
  const { typed, type, sent } = useFieldDraft<Typed>(work.id, 'hair', { chosen: {}, port: null, comment: '' })
  const { chosen, port, comment } = typed
  const wish = chosenOf(chosen, found)
  const gap = gapOf(work, wish, found.lowPower)
  const { ports, idOf, known } = usePorts(work)
  const proof = useProof(work, wish.reason, found.power)
  const from = work.port_id ?? idOf(found.number)
  const where: Gap = found.number === null ? 'port' : from === null ? 'from' : gap
  const { busy, run } = useOnce(async () => {
    if (from === null) return
    const query = {
      event_id: work.id,
      port_from: from,
      port_to: idOf(port),
      reason: wish.reason ?? 0,
      condition_code: wish.condition,
      ...(wish.reason === portProblem.is.low_power && { power_dbm: found.power }),
      comment: comment.trim() || null,
    }
    // Drafts about the old port do not apply to the new one.
    for (const step of ['port_available', 'power', 'drop_enrollment'] as const) await drafts.remove(work.id, step)
    await outbox.enqueue({ path: askPath, query })
    await sent()
    asked()
  })
  return { typed, type, wish, gap: where, ports, known, proof, busy, ask: () => void run() }
}
