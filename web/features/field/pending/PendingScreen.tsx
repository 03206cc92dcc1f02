import IconDownload from '@iconify-json/tabler/download'
import IconLock from '@iconify-json/tabler/lock'
import IconSend from '@iconify-json/tabler/send'
import { lastServerTime } from '../../../api/clock.ts'
import { Button } from '../../../kit/Button.tsx'
import { shareUnsentExport } from '../../../offline/export-unsent.ts'
import { isShown, pending, refused, type Operation } from '../../../offline/operation.ts'
import { outbox } from '../../../offline/outbox.ts'
import { sender } from '../../../offline/sender.ts'
import { useOthersUnsent, useOnline, useOutbox } from '../../../offline/use-outbox.ts'
import { CallProblem } from '../../../api/problem.ts'
import { problemText } from '../../../api/problem-text.ts'
import { formatTime } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { labelOf } from '../box/box.ts'
import { OrphanedDraftsCard } from './OrphanedDraftsCard.tsx'
import { lastContact } from './pending-words.ts'
import { PendingRefused } from './PendingRefused.tsx'
import { PendingRow } from './PendingRow.tsx'
import css from '../phone.module.css'
import { StateSign } from '../StateSign.tsx'
import today from '../today/today.module.css'
import { useOrphanedDrafts } from './use-orphaned-drafts.ts'
import { useOnce } from '../use-once.ts'
import { useSeconds, useWork } from '../use-work.ts'
import type { Work } from '../work.ts'

/** Delivery state of all operations of this device; those that need attention come first. */
export function PendingScreen() {
  const operations = useOutbox()
  const online = useOnline()
  const now = useSeconds()
  const count = pending(operations).length
  const shown = operations.filter((one) => isShown(one, now))
  const groups = [...new Set(shown.map(({ group }) => group))].reverse()
  const lastAnswerAt = lastContact(lastServerTime(), operations)
  const { left, drop } = useOrphanedDrafts()
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1 aria-live="polite">{count === 0 ? text('tech.pending.none') : text('tech.pending.count', { count })}</h1>
        <p className={css.sub}>
          {count === 0
            ? text('tech.pending.none.text')
            : text(`tech.pending.${online ? 'online' : 'offline'}`, { count })}
        </p>
        {lastAnswerAt !== null && (
          <p className={css.note}>{text('tech.pending.heard', { time: formatTime(lastAnswerAt) })}</p>
        )}
      </header>
      <div className={css.middle}>
        <Barred />
        {left.map((one) => (
          <OrphanedDraftsCard key={one.id} one={one} drop={drop} />
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

/** The account is suspended: the work stays on the device and can be exported. */
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
  const count = useOthersUnsent()
  if (count === 0) return null
  return (
    <p className={css.unread} role="status">
      <IconLock size={24} stroke={1.8} aria-hidden style={{ flex: 'none' }} />
      <span style={{ flex: 1 }}>{text('tech.pending.others_here', { count })}</span>
    </p>
  )
}

function Foot({ operations, online }: { operations: readonly Operation[]; online: boolean }) {
  const { busy, run } = useOnce(() => shareUnsentExport(operations))
  return (
    <div className={css.foot} data-over>
      <div className={css.row}>
        <Button
          size="glove"
          {...(online ? { shape: 'stack' as const } : { className: css.whole })}
          busy={busy}
          onClick={() => void run()}
        >
          <IconDownload size={24} stroke={1.9} aria-hidden />
          {text('tech.pending.copy')}
        </Button>
        {online && (
          <Button kind="main" size="glove" onClick={outbox.force}>
            <IconSend size={24} stroke={1.9} aria-hidden />
            {text('tech.pending.now')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Reopening a step is shown only until it is sent. */
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
        <span className="code ink-note normal">{work && labelOf(work.cto.code)}</span>
      </h2>
      <ul className={today.list}>
        {mine.map((one) => (
          <PendingRow key={one.client_request_id} operations={operations} one={one} />
        ))}
      </ul>
    </section>
  )
}
