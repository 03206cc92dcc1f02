import { useState } from 'react'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import type { Candidate, Inquiry, Question } from './feasibility.ts'

interface ReserveProps {
  question: Question
  candidate: Candidate
  /** Operator of the inquiry. */
  vnoId: number | null
  onAnswer: (inquiry: Inquiry) => void
}

/** Reserves a port of a box for three days. The neutral operator chooses the operator. */
export function ReserveButton({ question, candidate, vnoId, onAnswer }: ReserveProps) {
  const neutral = session.isNeutral()
  const [operator, setOperator] = useState(vnoId)
  const operators = useCall('admin_vno/vno/get', { limit: 200 }, { enabled: neutral })
  const { send, sending, problem } = useSend('admin_vno/feasibility/check')
  const label = text('feasibility.reserve')
  const reserve = () => {
    const whom = neutral && operator !== null ? { vno_id: operator } : {}
    void send({ ...question, ...whom, reserve: true, cto_id: candidate.cto_id }).then((sent) => {
      if (!sent?.answer) return
      toast.success(text('feasibility.reserved'))
      onAnswer(sent.answer.record)
    })
  }
  return (
    <>
      {neutral && (
        <select
          className="hl-input"
          aria-label={text('feasibility.for')}
          value={operator ?? ''}
          onChange={({ target }) => setOperator(Number(target.value) || null)}
        >
          <option value="">{text('feasibility.for')}</option>
          {operators.data?.records.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {(!neutral || operator !== null) && (
        <Button aria-label={`${label}, ${boxLabel(candidate.code)}`} busy={sending} onClick={reserve}>
          {label}
        </Button>
      )}
      {problem !== null && (
        <p className="hl-danger" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
