import { fieldSteps } from '@hilo/domain/status.ts'
import IconCamera from '@iconify-json/tabler/camera'
import IconRefresh from '@iconify-json/tabler/refresh'
import IconTrash from '@iconify-json/tabler/trash'
import { useState } from 'react'
import { problemText } from '../../../api/problem-text.ts'
import { CallProblem } from '../../../api/problem.ts'
import { Button } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { pending, type Operation } from '../../../offline/operation.ts'
import { outbox } from '../../../offline/outbox.ts'
import { useOutbox } from '../../../offline/use-outbox.ts'
import { text } from '../../../ui/text.ts'
import { labelOf } from '../box/box.ts'
import { stepPath, verdictPath } from '../paths.ts'
import { CopyButton } from './CopyButton.tsx'
import { operationName } from './pending-words.ts'
import css from '../phone.module.css'
import { Sheet } from '../../../kit/Dialog.tsx'
import { StateSign } from '../StateSign.tsx'
import { useOnce } from '../use-once.ts'

/** An operation that the server rejected: reason and corrective actions. */
export function PendingRefused({ one }: { one: Operation }) {
  const [leaving, setLeaving] = useState(false)
  return (
    <div className={css.card} data-tone="danger" role="alert" style={{ marginBottom: 12 }}>
      <p className={css.heading}>
        <StateSign level="bloqueo" size={26} />
        {one.begun ? text('tech.pending.not_begun', { label: labelOf(one.begun.box.code) }) : operationName(one)}
      </p>
      <p className={css.note} style={{ margin: '4px 0 10px 36px' }}>
        {text('tech.pending.refused', { why: whyOf(one) })}
      </p>
      <div className="grid gap-8">
        {one.begun ? <BegunWays one={one} /> : <Ways one={one} />}
        <Button size="glove" shape="wide" onClick={() => setLeaving(true)}>
          <IconTrash size={24} stroke={1.8} aria-hidden />
          {text(one.begun ? 'tech.pending.drop_all' : 'tech.pending.drop')}
        </Button>
      </div>
      {leaving && <DropSheet one={one} close={() => setLeaving(false)} />}
    </div>
  )
}

const whyOf = ({ refusal }: Operation) => {
  if (refusal === null) return ''
  const details = refusal.details.map(({ message }) => message).join(' ')
  return details || problemText(new CallProblem(refusal.code, refusal.text))
}

/** Actions by kind: reopen the step, retake the picture, or resend unchanged. */
function Ways({ one }: { one: Operation }) {
  const step = fieldSteps.find((known) => known === one.query['step'])
  const work = { id: Number(one.group) }
  const picture = one.path === 'admin_vno/enrollments/pictures/upload'
  const useless = one.refusal?.code === 'EVIDENCE_REJECTED' || Object.keys(one.files).length === 0
  const { busy, run } = useOnce(() => outbox.again(one))
  return (
    <>
      <LinkButton size="glove" shape="wide" to={step ? stepPath(work, step) : verdictPath(work)}>
        {picture && <IconCamera size={24} stroke={1.8} aria-hidden />}
        {text(picture ? 'tech.pending.picture_again' : 'tech.pending.mend')}
      </LinkButton>
      {!(picture && useless) && (
        <Button size="glove" shape="wide" busy={busy} onClick={() => void run()}>
          <IconRefresh size={24} stroke={1.8} aria-hidden />
          {text('tech.pending.once_more')}
        </Button>
      )}
    </>
  )
}

/** Path to begin a rejected intervention again. */
const newPath = (id: number, cto: number | undefined): string => `/tecnico/nueva?otra=${id}&cto=${cto ?? ''}`

/** Actions for a rejected intervention that was begun offline: begin it elsewhere and keep its steps and pictures. */
function BegunWays({ one }: { one: Operation }) {
  const id = one.begun?.id ?? 0
  const open = one.refusal?.code === 'EVENT_ALREADY_OPEN' ? one.refusal.record : undefined
  const { busy, run } = useOnce(async () => {
    if (open) await outbox.goOnIn(id, open.id)
  })
  return (
    <>
      {open && (
        <>
          <LinkButton size="glove" shape="wide" to={verdictPath(open)}>
            {text('tech.new.go_to_open', { code: open.code })}
          </LinkButton>
          <Button size="glove" shape="wide" busy={busy} onClick={() => void run()}>
            {text('tech.pending.move_to', { code: open.code })}
          </Button>
        </>
      )}
      <LinkButton size="glove" shape="wide" to={newPath(id, one.begun?.box.id)}>
        {text('tech.pending.elsewhere')}
      </LinkButton>
    </>
  )
}

/** Confirms discarding, and offers a copy first. */
function DropSheet({ one, close }: { one: Operation; close: () => void }) {
  const operations = useOutbox()
  const gone = one.begun ? operations.filter(({ group }) => group === one.group) : [one]
  const { run } = useOnce(() => (one.begun ? outbox.giveUpAll(one.group) : outbox.giveUp(one)))
  return (
    <Sheet title={text('tech.pending.drop.title', { count: pending(gone).length })} close={close}>
      <p className={css.note}>{text('tech.pending.drop.text')}</p>
      <div className="grid gap-8" style={{ marginTop: 14 }}>
        <CopyButton operations={gone} />
        <Button size="glove" shape="wide" className={css.bad} onClick={() => void run()}>
          {text('tech.pending.drop.yes')}
        </Button>
        <Button kind="main" size="glove" shape="wide" onClick={close}>
          {text('tech.pending.drop.no')}
        </Button>
      </div>
    </Sheet>
  )
}
