import type { Notification } from '@hilo/contract/notifications.ts'
import { Link } from '@tanstack/react-router'
import { Button } from '../../kit/Button.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { finishedDownloads, type FinishedDownload } from '../../lists/download/downloads.ts'
import { useSignal } from '../../lists/signal.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { Unbroken } from '../../ui/Unbroken.tsx'
import { QueryState, EmptyState } from '../../kit/QueryState.tsx'
import styles from './notices.module.css'
import { noticesList } from './notices.list.ts'
import { NoticeLink } from './NoticeLink.tsx'
import { useAck, useNewest, useUnread } from './use-notices.ts'

/** Number of notices in the bell's menu. */
const shown = 12

/** Menu of the bell: newest notices, downloads, and a link to all notices. */
export function NewestNotices({ close }: { close: () => void }) {
  const answer = useNewest(shown)
  const files = useSignal(finishedDownloads)
  const unread = useUnread()
  const { ack, sending } = useAck()
  return (
    <section className={styles.box} aria-label={text('list.notices.title')}>
      <header className={styles.head}>
        <h2 className="lines-m title">{text('list.notices.title')}</h2>
        {unread > 0 && (
          <Button kind="plain" disabled={sending} onClick={() => void ack('all')}>
            {text('notices.ack.all')}
          </Button>
        )}
      </header>
      <div className={styles.list}>
        {files.map((file) => (
          <File key={file.id} file={file} />
        ))}
        <QueryState answer={answer} height={180}>
          {({ records }) =>
            records.length === 0 && files.length === 0 ? (
              <EmptyState title={text('list.notices.empty.title')}>{text('list.notices.empty.text')}</EmptyState>
            ) : (
              <ul>
                {records.map((notice) => (
                  <Notice key={notice.id} notice={notice} close={close} read={() => void ack([notice.id])} />
                ))}
              </ul>
            )
          }
        </QueryState>
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
          <Link className="plain" to={noticesList.route(notice.id)} onClick={go}>
            {notice.title}
          </Link>
          <Ago at={notice.at} />
        </p>
        <p>
          <Unbroken>{notice.text}</Unbroken>
        </p>
        <p className={`flex gap-14 ${styles.acts}`}>
          <NoticeLink notice={notice} look={{ kind: 'plain' }} onGo={go} />
          {!notice.read && (
            <Button kind="plain" onClick={read}>
              {text('notices.ack.one')}
            </Button>
          )}
        </p>
      </div>
    </li>
  )
}

function File({ file }: { file: FinishedDownload }) {
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
