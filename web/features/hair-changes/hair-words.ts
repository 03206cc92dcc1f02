import type { HairChange } from '@hilo/contract/hair-changes.ts'
import { processState } from '@hilo/domain/status.ts'
import { text } from '../../ui/text.ts'

type Ports = Pick<HairChange, 'port_from_number' | 'port_to_number' | 'port_assigned_number'>
/** "7 → 12": from the current port to the granted or wanted one. */
export function arrow({ port_from_number: from, port_to_number: to, port_assigned_number: assigned }: Ports): string {
  return `${from} → ${assigned ?? to ?? '?'}`
}

const open: readonly number[] = [
  processState.is.iddle,
  processState.is.creating,
  processState.is.created,
  processState.is.finalizing,
]
/** Not answered yet. */
export const unanswered = ({ process_state: state }: Pick<HairChange, 'process_state'>): boolean => open.includes(state)

interface Verdict {
  tone: 'success' | 'warning' | 'danger' | 'medium'
  title: string
  text: string
}

const over: readonly number[] = [processState.is.cancelled, processState.is.canceledSync]

/** State of the request, and its consequence. */
export function verdictOf(change: HairChange): Verdict {
  const {
    decision,
    waiting,
    port_assigned_number: assigned,
    alternatives,
    answer_reason: why,
    deny_code: code,
  } = change
  if (over.includes(change.process_state))
    return { tone: 'medium', title: text('hair.said.withdrawn'), text: why ?? text('hair.said.withdrawn.text') }
  if (change.process_state === processState.is.error)
    return { tone: 'danger', title: text('hair.said.expired'), text: text('hair.said.expired.text') }
  if (unanswered(change))
    return waiting
      ? { tone: 'warning', title: text('hair.said.waiting'), text: text('hair.said.waiting.text') }
      : { tone: 'medium', title: text('hair.said.deciding'), text: text('hair.said.deciding.text') }
  if (decision === 'concedido')
    return {
      tone: 'success',
      title: text('hair.said.granted', { port: assigned ?? '' }),
      text: why ?? text('hair.said.granted.text'),
    }
  if (decision === 'alternativa') {
    const near = assigned === null
    const title = near
      ? text('hair.said.near', { count: alternatives.length })
      : text('hair.said.offered', { port: assigned })
    return { tone: 'warning', title, text: why ?? text(near ? 'hair.near' : 'hair.offer') }
  }
  const cause = code === null ? '' : text(`choice.deny_code.${code}`)
  return { tone: 'danger', title: text('hair.said.denied'), text: [cause, why].filter(Boolean).join('. ') }
}
