import type { Notification } from '@hilo/contract/notifications.ts'
import { Link } from '@tanstack/react-router'
import { Ago } from '../../ui/Ago.tsx'
import { ended, type Ended } from '../../lists/download/downloads.ts'
import { useSignal } from '../../lists/signal.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { Asked, Empty } from '../../ui/Asked.tsx'
import styles from './notices.module.css'
import { noticesList } from './notices.list.ts'
import { NoticeLink } from './NoticeLink.tsx'
import { useAck, useNewest, useUnread } from './use-notices.ts'

/** As many as fit without turning the bell into a list. */
const shown = 12

/** What the bell opens: the newest notices, what has been downloaded, and the way to all of them. */
export function NewestNotices({ close }: { close: () => void }) {
  const answer = useNewest(shown)
  const files = useSignal(ended)
  const unread = useUnread()
  const { ack, sending } = useAck()
  return (
    <section className={styles.box} aria-label={text('list.notices.title')}>
      <header className={styles.head}>
        <h2>{text('list.notices.title')}</h2>
        {unread > 0 && (
          <button type="button" className="hl-plain" disabled={sending} onClick={() => void ack('all')}>
            {text('notices.ack.all')}
          </button>
        )}
      </header>
      <div className={styles.list}>
        {files.map((file) => (
          <File key={file.id} file={file} />
        ))}
        <Asked answer={answer} height={180}>
          {({ records }) =>
            records.length === 0 && files.length === 0 ? (
              <Empty title={text('list.notices.empty.title')}>{text('list.notices.empty.text')}</Empty>
            ) : (
              <ul>
                {records.map((notice) => (
                  <Notice key={notice.id} notice={notice} close={close} read={() => void ack([notice.id])} />
                ))}
              </ul>
            )
          }
        </Asked>
      </div>
      <Link className={styles.all} to={allRoute} onClick={close}>
        {text('notices.all')}
      </Link>
    </section>
  )
}

const allRoute = '/vno/avisos'

interface NoticeProps {
  notice: Notification
  close: () => void
  read: () => void
}

function Notice({ notice, close, read }: NoticeProps) {
  const go = () => {
    if (!notice.read) read()
    close()
  }
  return (
    <li className={styles.notice} data-unread={!notice.read || undefined}>
      <Shape kind={notice.read ? 'ring' : 'disc'} tone={notice.read ? 'medium' : 'warning'} size={9} />
      <div>
        <p className={styles.title}>
          <Link to={noticesList.route(notice.id)} onClick={go}>
            {notice.title}
          </Link>
          <Ago at={notice.at} />
        </p>
        <p>{notice.text}</p>
        <p className={styles.acts}>
          <NoticeLink notice={notice} className="hl-plain" onGo={go} />
          {!notice.read && (
            <button type="button" className="hl-plain" onClick={read}>
              {text('notices.ack.one')}
            </button>
          )}
        </p>
      </div>
    </li>
  )
}

function File({ file }: { file: Ended }) {
  return (
    <div className={styles.notice}>
      <Shape kind={file.problem ? 'diamond' : 'check'} tone={file.problem ? 'danger' : 'success'} size={10} />
      <div>
        <p className={styles.title}>
          {text(file.problem ? 'list.download.failed' : 'list.download.done', { name: file.title })}
          <Ago at={file.at} />
        </p>
        {file.problem && <p>{file.problem}</p>}
      </div>
    </div>
  )
}
