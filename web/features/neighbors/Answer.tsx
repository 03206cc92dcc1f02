import type { Unplugged } from '@hilo/contract/neighbors/neighbors.ts'
import { caseAfter, caseAnswers, isNoHarm, type CaseAnswer } from '@hilo/domain/case-answer.ts'
import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { choiceText } from '../../lists/text.ts'
import { formatDateTime } from '../../ui/format.ts'
import { ChoiceField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'

const path = 'admin_vno/events/cev/ack'

/** Answers that the customer's operator may still give to the case; none for others. */
export function answersTo({ role, state, answer }: Unplugged): CaseAnswer[] {
  const mine = (role === 'victima' || role === 'ambas') && session.get().accountType === 'va'
  if (!mine || !session.can('neightborState_view')) return []
  return caseAnswers.filter((one) => caseAfter(state, answer?.action ?? null, one) !== null)
}

interface AnswerProps {
  record: Unplugged
  refresh: () => void
}

/** The answer, with time and text. */
export function Answered({ record: { answer } }: { record: Unplugged }) {
  if (!answer) return null
  return (
    <>
      <h3>{text('cev.answered')}</h3>
      <p>
        <b>{choiceText('case_answer', answer.action)}</b> <span className="hl-faint">{formatDateTime(answer.at)}</span>
      </p>
      {answer.comment !== null && <p>{answer.comment}</p>}
    </>
  )
}

function AnswerDialog({ record, refresh, answers, close }: AnswerProps & { answers: CaseAnswer[]; close: () => void }) {
  const [initial] = useState(() => ({ action: '', comment: '' }))
  const { send } = useSend(path)
  const form = useForm({
    limits: limitsOf('admin_vno/events/cev/ack'),
    initial,
    check: ({ action }) => (action === '' ? { action: text('cev.missing') } : {}),
    send: async ({ action, comment }) => {
      const commentInput = comment.trim() === '' ? {} : { comment: comment.trim() }
      const sent = await send({
        case_id: record.id,
        action: action as CaseAnswer,
        version: record.version,
        ...commentInput,
      })
      if (!sent?.answer) throw sent?.problem
      toast.success(text('cev.done'))
      close()
      refresh()
    },
  })
  const chosen = answers.find((one) => one === form.values.action)
  return (
    <FormDialog
      form={form}
      title={text('cev.title')}
      sentence={text('cev.sentence')}
      yes={text('cev.yes')}
      close={close}
    >
      <ChoiceField
        form={form}
        name="action"
        label={text('cev.action')}
        empty={text('cev.choose')}
        options={answers.map((value) => ({ value, text: choiceText('case_answer', value) }))}
        hint={chosen && (isNoHarm(chosen) ? text('cev.ends') : text(`cev.hint.${chosen}`))}
      />
      <TextField form={form} name="comment" label={text('cev.comment')} rows={3} optional />
    </FormDialog>
  )
}

/** Answer buttons of the customer's operator: receipt in one click, other answers with a text. */
export function AnswerButtons({ record, refresh }: AnswerProps) {
  const [asking, setAsking] = useState(false)
  const { send, sending } = useSend(path)
  const answers = answersTo(record)
  const receive = async () => {
    const sent = await send({ case_id: record.id, action: 'recibido', version: record.version })
    if (sent?.answer) toast.success(text('cev.done'))
    else if (sent) toast.error(text('cev.changed'))
    refresh()
  }
  if (answers.length === 0) return null
  return (
    <>
      {answers.includes('recibido') && (
        <Button kind="main" busy={sending} onClick={() => void receive()}>
          {text('cev.seen')}
        </Button>
      )}
      {answers.some((one) => one !== 'recibido') && (
        <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {text('cev.answer')}
        </Button>
      )}
      {asking && <AnswerDialog record={record} refresh={refresh} answers={answers} close={() => setAsking(false)} />}
    </>
  )
}
