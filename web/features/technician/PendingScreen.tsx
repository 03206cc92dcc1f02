import { IconDownload, IconLock, IconSend } from '@tabler/icons-react'
import { lastHeard } from '../../api/clock.ts'
import { shareCopy } from '../../offline/copy.ts'
import { isShown, pending, refused, type Operation } from '../../offline/operation.ts'
import { outbox } from '../../offline/outbox.ts'
import { sender } from '../../offline/sender.ts'
import { useOfOthers, useOnline, useOutbox } from '../../offline/use-outbox.ts'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { formatTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { labelOf } from './box.ts'
import { PendingLeft } from './PendingLeft.tsx'
import { PendingRefused } from './PendingRefused.tsx'
import { PendingRow } from './PendingRow.tsx'
import css from './phone.module.css'
import { StateSign } from './StateSign.tsx'
import today from './today.module.css'
import { useLeft } from './use-left.ts'
import { useOnce } from './use-once.ts'
import { useSeconds, useWork } from './use-work.ts'
import type { Work } from './work.ts'

/** Everything that was done on this device and how far it has come; what needs hands comes first. */
export function PendingScreen() {
  const operations = useOutbox()
  const online = useOnline()
  const now = useSeconds()
  const count = pending(operations).length
  const shown = operations.filter((one) => isShown(one, now))
  const groups = [...new Set(shown.map(({ group }) => group))].reverse()
  const heard = lastHeard()
  const { left, drop } = useLeft()
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1 aria-live="polite">{count === 0 ? text('tech.pending.none') : text('tech.pending.count', { count })}</h1>
        <p className={css.sub}>
          {count === 0
            ? text('tech.pending.none.text')
            : text(`tech.pending.${online ? 'online' : 'offline'}`, { count })}
        </p>
        {heard !== null && <p className={css.note}>{text('tech.pending.heard', { time: formatTime(heard) })}</p>}
      </header>
      <div className={css.middle}>
        <Barred />
        {left.map((one) => (
          <PendingLeft key={one.id} one={one} drop={drop} />
        ))}
        {refused(operations).map((one) => (
          <PendingRefused key={one.client_request_id} one={one} />
        ))}
        {groups.map((group) => (
          <Group key={group} operations={shown} group={group} />
        ))}
        <OfOthers />
      </div>
      {count > 0 && <Foot operations={operations} online={online} />}
    </div>
  )
}

/** Its person may do nothing at the moment: nothing is lost by it, and a copy can be put in a safe place. */
function Barred() {
  const code = sender.barred()
  if (code === null) return null
  return (
    <div className={css.card} data-tone="danger" role="alert" style={{ marginBottom: 12 }}>
      <p className={css.heading}>
        <StateSign level="bloqueo" size={26} />
        {text('tech.pending.barred')}
      </p>
      <p className={css.note} style={{ margin: '4px 0 0 36px' }}>
        {problemText(new CallProblem(code, code))} {text('tech.pending.barred.text')}
      </p>
    </div>
  )
}

function OfOthers() {
  const count = useOfOthers()
  if (count === 0) return null
  return (
    <p className={css.unread} role="status">
      <IconLock size={24} stroke={1.8} aria-hidden style={{ flex: 'none' }} />
      <span style={{ flex: 1 }}>{text('tech.pending.others_here', { count })}</span>
    </p>
  )
}

function Foot({ operations, online }: { operations: readonly Operation[]; online: boolean }) {
  const { busy, run } = useOnce(() => shareCopy(operations))
  return (
    <div className={css.foot} data-over>
      <div className={css.row}>
        <button
          type="button"
          className={`${css.second} ${online ? css.look : css.whole}`}
          aria-busy={busy}
          onClick={() => void run()}
        >
          <IconDownload size={24} stroke={1.9} aria-hidden />
          {text('tech.pending.copy')}
        </button>
        {online && (
          <button type="button" className={css.main} onClick={outbox.force}>
            <IconSend size={24} stroke={1.9} aria-hidden />
            {text('tech.pending.now')}
          </button>
        )}
      </div>
    </div>
  )
}

/** That a step was opened again is only worth a line while it has not arrived. */
const isTold = ({ state, query, copy }: Operation) => !copy && (state !== 'sent' || query['status'] !== 'started')

const nameOf = (work: Work) =>
  [work.work_kind ? text(`choice.work_kind.${work.work_kind}`) : '', work.id > 0 ? work.code : '']
    .filter(Boolean)
    .join(' ')

function Group({ operations, group }: { operations: readonly Operation[]; group: string }) {
  const { work } = useWork(Number(group) || 0)
  const mine = operations.filter((one) => one.group === group && one.state !== 'rejected' && isTold(one))
  if (mine.length === 0) return null
  return (
    <section>
      <h2 className={today.group}>
        {work ? nameOf(work) : text('tech.pending.work')}
        <span className="code">{work && labelOf(work.cto.code)}</span>
      </h2>
      <ul className={today.list}>
        {mine.map((one) => (
          <PendingRow key={one.client_request_id} operations={operations} one={one} />
        ))}
      </ul>
    </section>
  )
}
