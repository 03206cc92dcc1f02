import { fieldSteps } from '@hilo/domain/status.ts'
import { IconCamera, IconRefresh, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { CallProblem } from '../../api/problem.ts'
import { pending, type Operation } from '../../offline/operation.ts'
import { outbox } from '../../offline/outbox.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { text } from '../../ui/text.ts'
import { labelOf } from './box.ts'
import { stepPath, verdictPath } from './paths.ts'
import { CopyButton } from './CopyButton.tsx'
import pendingCss from './pending.module.css'
import { operationName } from './pending-words.ts'
import css from './phone.module.css'
import { Sheet } from './Sheet.tsx'
import { StateSign } from './StateSign.tsx'
import { useOnce } from './use-once.ts'

/** What the server did not take, why, and the acts that mend it. */
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
      <div className={pendingCss.ways}>
        {one.begun ? <BegunWays one={one} /> : <Ways one={one} />}
        <button type="button" className={`${css.second} ${css.wide}`} onClick={() => setLeaving(true)}>
          <IconTrash size={24} stroke={1.8} aria-hidden />
          {text(one.begun ? 'tech.pending.drop_all' : 'tech.pending.drop')}
        </button>
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

/** A step is looked at again, a picture taken again; what the server may take by now goes once more as it is. */
function Ways({ one }: { one: Operation }) {
  const step = fieldSteps.find((known) => known === one.query['step'])
  const work = { id: Number(one.group) }
  const picture = one.path === 'admin_vno/enrollments/pictures/upload'
  const useless = one.refusal?.code === 'EVIDENCE_REJECTED' || Object.keys(one.files).length === 0
  const { busy, run } = useOnce(() => outbox.again(one))
  return (
    <>
      <Link className={`${css.second} ${css.wide}`} to={step ? stepPath(work, step) : verdictPath(work)}>
        {picture && <IconCamera size={24} stroke={1.8} aria-hidden />}
        {text(picture ? 'tech.pending.picture_again' : 'tech.pending.mend')}
      </Link>
      {!(picture && useless) && (
        <button type="button" className={`${css.second} ${css.wide}`} aria-busy={busy} onClick={() => void run()}>
          <IconRefresh size={24} stroke={1.8} aria-hidden />
          {text('tech.pending.once_more')}
        </button>
      )}
    </>
  )
}

/** Where something that was begun here and refused is begun anew. */
const newPath = (id: number, cto: number | undefined): string => `/tecnico/nueva?otra=${id}&cto=${cto ?? ''}`

/** What was begun without coverage cannot be so: it goes on elsewhere, with everything done in it. */
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
          <Link className={`${css.second} ${css.wide}`} to={verdictPath(open)}>
            {text('tech.new.go_to_open', { code: open.code })}
          </Link>
          <button type="button" className={`${css.second} ${css.wide}`} aria-busy={busy} onClick={() => void run()}>
            {text('tech.pending.move_to', { code: open.code })}
          </button>
        </>
      )}
      <Link className={`${css.second} ${css.wide}`} to={newPath(id, one.begun?.box.id)}>
        {text('tech.pending.elsewhere')}
      </Link>
    </>
  )
}

/** Asks before something is thrown away, and offers a copy of it. */
function DropSheet({ one, close }: { one: Operation; close: () => void }) {
  const operations = useOutbox()
  const gone = one.begun ? operations.filter(({ group }) => group === one.group) : [one]
  const { run } = useOnce(() => (one.begun ? outbox.giveUpAll(one.group) : outbox.giveUp(one)))
  return (
    <Sheet title={text('tech.pending.drop.title', { count: pending(gone).length })} close={close}>
      <p className={css.note}>{text('tech.pending.drop.text')}</p>
      <div className={pendingCss.ways} style={{ marginTop: 14 }}>
        <CopyButton operations={gone} />
        <button type="button" className={`${css.second} ${css.wide} ${css.bad}`} onClick={() => void run()}>
          {text('tech.pending.drop.yes')}
        </button>
        <button type="button" className={`${css.main} ${css.wide}`} onClick={close}>
          {text('tech.pending.drop.no')}
        </button>
      </div>
    </Sheet>
  )
}
