import type { HairChange } from '@hilo/contract/hair-changes.ts'
import { hairDecisions, type HairDecision } from '@hilo/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { CallProblem } from '../../api/problem.ts'
import { callQuery, queryClient } from '../../api/query.ts'
import { responseOf, useSend } from '../../api/use-send.ts'
import { ChoiceField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import styles from './hair.module.css'
import { PortChoice } from './PortChoice.tsx'

const least = 5
interface AnswerProps {
  change: HairChange
  close: () => void
  done: () => void
}

const freePorts = ({ event_id }: HairChange) =>
  callQuery('admin_vno/events/fiber/change/port_availability/get', { event_id })

/** Reports a port that is no longer free at the port field. */
function takenAtField(error: unknown): unknown {
  if (!(error instanceof CallProblem) || error.code !== 'PORT_NOT_AVAILABLE') return error
  const details = [{ field: 'port', code: error.code, message: text('hair.taken') }]
  return new CallProblem(error.code, error.message, error.status, { ...error.body, details })
}

/** Form state of the answer, and sending. */
function useAnswer({ change, close, done }: AnswerProps) {
  const { send } = useSend('admin_vno/hair_changes/answer')
  const [initial] = useState(() => ({
    decision: 'concedido',
    port: change.port_to_id === null ? '' : String(change.port_to_id),
    reason: '',
  }))
  return useForm({
    limits: limitsOf('admin_vno/hair_changes/answer'),
    initial,
    check: ({ reason }) => (reason.trim().length < least ? { reason: text('field.least', { count: least }) } : {}),
    send: async ({ decision: word, port, reason }) => {
      const decision = word as HairDecision
      const port_to = decision === 'denegado' || port === '' ? null : Number(port)
      const input = { request_id: change.id, version: change.version, decision, port_to, reason: reason.trim() }
      try {
        responseOf(await send(input))
      } catch (error) {
        // The port was taken or the request answered meanwhile: reload the free ports, keep the input.
        void queryClient.invalidateQueries(freePorts(change))
        throw takenAtField(error)
      }
      toast.success(text('hair.answer.done'))
      close()
      done()
    },
  })
}

/** Answer of the neutral operator: another port, an offer, or a refusal. */
export function AnswerDialog(props: AnswerProps) {
  const { change, close } = props
  const choice = useQuery(freePorts(change), queryClient)
  const form = useAnswer(props)
  const { decision, port } = form.values
  return (
    <FormDialog
      form={form}
      wide
      title={text('hair.answer.title', { code: change.code })}
      sentence={text('hair.answer.sentence')}
      yes={text(`hair.answer.yes.${decision as HairDecision}`)}
      danger={decision === 'denegado'}
      close={close}
    >
      <ChoiceField
        form={form}
        name="decision"
        label={text('hair.answer.decision')}
        options={hairDecisions.map((value) => ({ value, text: text(`hair.answer.${value}`) }))}
      />
      {decision !== 'denegado' && choice.isPending && <div className={styles.waiting} aria-busy="true" />}
      {decision !== 'denegado' && choice.data && (
        <PortChoice
          choice={choice.data}
          value={port}
          onChange={(value) => form.set({ port: value })}
          from={change.port_from_id}
          label={text('hair.answer.port')}
          wrong={form.wrong.port}
          empty={text(decision === 'concedido' ? 'hair.answer.best' : 'hair.answer.otherBox')}
        />
      )}
      <TextField form={form} name="reason" label={text('hair.answer.reason')} rows={3} />
    </FormDialog>
  )
}
