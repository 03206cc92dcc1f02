import { portProblem } from '@hilo/domain/status.ts'
import { useCall } from '../../api/query.ts'
import { drafts } from '../../offline/drafts.ts'
import { outbox } from '../../offline/outbox.ts'
import { useTyped } from '../../offline/use-typed.ts'
import { chosenOf, gapOf, type Chosen, type portFacts } from './hair-wish.ts'
import { useFacts } from './use-facts.ts'
import { askPath } from './use-hair.ts'
import { useOnce } from './use-once.ts'
import { usePictures } from './use-pictures.ts'
import type { StepForm } from './use-step.ts'
import { usePortsOf } from './use-work.ts'
import { isWorkable, type Work } from './work.ts'

/** `port`: which one is left is not known yet; `from`: nobody here knows its id. */
export type Gap = ReturnType<typeof gapOf> | 'limit' | 'from' | 'port'

interface Typed {
  chosen: Partial<Chosen>
  port: number | null
  comment: string
}

/** The ports that may be had; without coverage nobody knows them and the server chooses. Ids of those known here too. */
function usePorts(work: Work) {
  const { data } = useCall(
    'admin_vno/events/fiber/change/port_availability/get',
    { event_id: work.id },
    { enabled: work.id > 0 && isWorkable(work) },
  )
  const kept = usePortsOf(work.cto_id)
  const ids = new Map(kept.map(({ number, id }) => [number, id]))
  for (const { number, port_id } of data?.records ?? []) ids.set(number, port_id)
  return {
    known: data !== undefined,
    idOf: (port: number | null) => ids.get(port ?? 0) ?? null,
    ports: data?.records ?? [],
  }
}

/** The two pictures that may prove a reason, wherever in the work they were taken. */
function useProof(work: Work, reason: number | null, power: number | null) {
  const facts = useFacts(work)
  const step = reason === portProblem.is.low_power ? ('power' as const) : ('port_available' as const)
  const port_number = work.port_number
  const data = step === 'port_available' ? { found: 801 as const, port_number } : { power_dbm: power }
  const pictures = usePictures({ work, step, data, facts } as unknown as StepForm)
  return { ...pictures, wanted: reason === portProblem.is.unavailable || reason === null ? null : pictures.all[0] }
}

/** The request as it is being made: what was typed of it, what it still lacks, and the way to send it. */
export function useAsking(work: Work, found: ReturnType<typeof portFacts>, asked: () => void) {
  const { typed, type, sent } = useTyped<Typed>(work.id, 'hair', { chosen: {}, port: null, comment: '' })
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
    // What was typed of the port that is left says nothing of the next one.
    for (const step of ['port_available', 'power', 'drop_enrollment'] as const) await drafts.remove(work.id, step)
    await outbox.enqueue({ path: askPath, query })
    await sent()
    asked()
  })
  return { typed, type, wish, gap: where, ports, known, proof, busy, ask: () => void run() }
}
