import IconCamera from '@iconify-json/tabler/camera'
import IconCircle from '@iconify-json/tabler/circle'
import IconDeviceFloppy from '@iconify-json/tabler/device-floppy'
import IconFlag from '@iconify-json/tabler/flag'
import IconPlayerPause from '@iconify-json/tabler/player-pause'
import IconPlugConnected from '@iconify-json/tabler/plug-connected'
import IconUpload from '@iconify-json/tabler/upload'
import { waitsFor, type Operation } from '../../../offline/operation.ts'
import { sender } from '../../../offline/sender.ts'
import { formatTime } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import css from './pending.module.css'
import { operationName, sizeOf } from './pending-words.ts'
import { StateSign } from '../StateSign.tsx'
import today from '../today/today.module.css'

/** One operation and its delivery state. */
export function PendingRow({ operations, one }: { operations: readonly Operation[]; one: Operation }) {
  const sent = sender.progress(one.client_request_id)
  const share = one.state === 'sending' ? sent : null
  return (
    <li>
      <div className={today.row}>
        <OperationIcon one={one} />
        <span className="grow shrink">
          <span className={today.top}>{operationName(one)}</span>
          <span className={`flex middle gap-8 hand-m ink-note ${today.state}`} data-state={one.state}>
            <StateIcon one={one} />
            {stateWords(operations, one, share)}
          </span>
          {share !== null && (
            <span
              className={css.bar}
              role="progressbar"
              aria-label={operationName(one)}
              aria-valuenow={Math.round(share * 100)}
            >
              <span className="block tall" style={{ width: `${share * 100}%` }} />
            </span>
          )}
        </span>
      </div>
    </li>
  )
}

function StateIcon({ one: { state, tries } }: { one: Operation }) {
  if (state === 'sent') return <StateSign level="ok" size={18} />
  if (state === 'sending') return <IconUpload size={18} stroke={2} aria-hidden />
  return tries > 0 ? (
    <IconPlayerPause size={18} stroke={2.2} aria-hidden />
  ) : (
    <IconCircle size={18} stroke={2.4} aria-hidden />
  )
}

function stateWords(operations: readonly Operation[], one: Operation, share: number | null): string {
  if (one.state === 'sent') return text('tech.pending.sent', { time: formatTime(one.sent_at ?? one.saved_at) })
  if (one.state === 'sending') {
    if (share === null) return text('tech.pending.sending')
    return text('tech.pending.sending_part', { part: Math.round(share * 100), size: sizeOf(one) ?? '' })
  }
  const before = waitsFor(operations, one)
  if (before !== null)
    return text(before.state === 'rejected' ? 'tech.pending.behind_refused' : 'tech.pending.waits', {
      what: operationName(before),
    })
  if (sender.isUnread(one.group)) return text('tech.pending.unread')
  if (one.tries > 0) return text('tech.pending.again')
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
