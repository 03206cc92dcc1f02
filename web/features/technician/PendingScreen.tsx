import {
  IconCamera,
  IconCircle,
  IconDeviceFloppy,
  IconFlag,
  IconPlugConnected,
  IconUpload,
  IconX,
} from '@tabler/icons-react'
import { fieldSteps } from '@hilo/domain/status.ts'
import { Link } from '@tanstack/react-router'
import { problemText } from '../../api/problem-text.ts'
import { CallProblem } from '../../api/problem.ts'
import { pending, refused, waitsFor, type Operation } from '../../offline/operation.ts'
import { outbox } from '../../offline/outbox.ts'
import { useOnline, useOutbox } from '../../offline/use-outbox.ts'
import { formatTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { labelOf } from './box.ts'
import { operationName, sizeOf } from './pending-words.ts'
import css from './phone.module.css'
import { StateSign } from './StateSign.tsx'
import today from './today.module.css'
import { useWork } from './use-work.ts'

/** Everything that was done on this device and how far it has come; what needs hands comes first. */
export function PendingScreen() {
  const operations = useOutbox()
  const online = useOnline()
  const count = pending(operations).length
  const groups = [...new Set(operations.map(({ group }) => group))].reverse()
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1 aria-live="polite">{count === 0 ? text('tech.pending.none') : text('tech.pending.count', { count })}</h1>
        <p className={css.sub}>
          {text(count === 0 ? 'tech.pending.none.text' : online ? 'tech.pending.online' : 'tech.pending.offline')}
        </p>
      </header>
      <div className={css.middle}>
        {refused(operations).map((one) => (
          <Refused key={one.client_request_id} one={one} />
        ))}
        {groups.map((group) => (
          <Group key={group} operations={operations} group={group} />
        ))}
      </div>
    </div>
  )
}

/** What the server did not take, why, and the act that mends it. */
function Refused({ one }: { one: Operation }) {
  const step = fieldSteps.find((known) => known === one.query['step'])
  const details = one.refusal?.details.map(({ message }) => message).join(' ') ?? ''
  const picture = one.path === 'admin_vno/enrollments/pictures/upload'
  const to = one.group === 'new' ? '/tecnico/nueva' : `/tecnico/intervencion/${one.group}/${step ?? 'veredicto'}`
  return (
    <div className={css.card} data-tone="danger" role="alert" style={{ marginBottom: 12 }}>
      <p className={css.heading}>
        <StateSign level="bloqueo" size={26} />
        {operationName(one)}
      </p>
      <p className={css.note} style={{ margin: '4px 0 10px 36px' }}>
        {text('tech.pending.refused', { why: details || whyOf(one) })}
      </p>
      <div className={css.row}>
        <Link className={`${css.second} ${css.wide}`} to={to}>
          {picture && <IconCamera size={24} stroke={1.8} aria-hidden />}
          {text(picture ? 'tech.pending.picture_again' : 'tech.pending.mend')}
        </Link>
        <button
          type="button"
          className={`${css.second} ${css.back}`}
          aria-label={text('tech.pending.give_up', { what: operationName(one) })}
          onClick={() => void outbox.giveUp(one)}
        >
          <IconX size={24} stroke={2} aria-hidden />
        </button>
      </div>
    </div>
  )
}

/** That a step was begun is only worth a line while it has not arrived. */
const isTold = ({ state, query }: Operation) => state !== 'sent' || query['status'] !== 'started'

function Group({ operations, group }: { operations: readonly Operation[]; group: string }) {
  const { work } = useWork(Number(group) || 0)
  const mine = operations.filter((one) => one.group === group && one.state !== 'rejected' && isTold(one))
  if (mine.length === 0) return null
  return (
    <section>
      <h2 className={today.group}>
        {work ? `${work.work_kind ? text(`choice.work_kind.${work.work_kind}`) : ''} ${work.code}` : text('tech.new')}
        <span className="code">{work && labelOf(work.cto.code)}</span>
      </h2>
      <ul className={today.list}>
        {mine.map((one) => (
          <li key={one.client_request_id}>
            <div className={today.row}>
              <OperationIcon one={one} />
              <span className={today.body}>
                <span className={today.top}>{operationName(one)}</span>
                <span className={today.state} data-state={one.state}>
                  {one.state === 'sent' ? (
                    <StateSign level="ok" size={18} />
                  ) : one.state === 'sending' ? (
                    <IconUpload size={18} stroke={2} aria-hidden />
                  ) : (
                    <IconCircle size={18} stroke={2.4} aria-hidden />
                  )}
                  {stateWords(operations, one)}
                </span>
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateWords(operations: readonly Operation[], one: Operation): string {
  if (one.state === 'sent') return text('tech.pending.sent', { time: formatTime(one.sent_at ?? one.saved_at) })
  if (one.state === 'sending') return text('tech.pending.sending')
  const before = waitsFor(operations, one)
  if (before !== null)
    return text(before.state === 'rejected' ? 'tech.pending.behind_refused' : 'tech.pending.waits', {
      what: operationName(before),
    })
  const size = sizeOf(one)
  return size === null ? text('tech.pending.saved') : text('tech.pending.saved_size', { size })
}

function OperationIcon({ one }: { one: Operation }) {
  const { path, query } = one
  const Icon =
    path === 'admin_vno/enrollments/pictures/upload'
      ? IconCamera
      : path !== 'admin_vno/events/step/save'
        ? IconFlag
        : query['step'] === 'port_available'
          ? IconPlugConnected
          : IconDeviceFloppy
  return <Icon size={26} stroke={1.7} aria-hidden />
}

const whyOf = ({ refusal }: Operation) =>
  refusal === null ? '' : problemText(new CallProblem(refusal.code, refusal.text))
