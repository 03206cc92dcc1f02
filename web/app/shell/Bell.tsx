import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useUnread } from '../../features/notices/use-notices.ts'
import '../../lists/lists.css'
import { Popover } from '../../lists/Popover.tsx'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import styles from './bell.module.css'

const load = () => import('../../features/notices/NewestNotices.tsx')
const NewestNotices = lazy(async () => ({ default: (await load()).NewestNotices }))

/** What the product has told and is still to be read, and what has been downloaded. */
export function Bell() {
  const unread = useUnread()
  return (
    <Popover
      align="end"
      className={styles.bell ?? ''}
      label={text('notices.bell', { count: unread })}
      onNear={() => void load()}
      button={
        <>
          <IconBell size={18} stroke={1.6} aria-hidden />
          {unread > 0 && <span className={styles.count}>{unread > 99 ? '99+' : formatNumber(unread)}</span>}
        </>
      }
    >
      {(close) => (
        <Suspense fallback={<div className={styles.waiting} />}>
          <NewestNotices close={close} />
        </Suspense>
      )}
    </Popover>
  )
}
