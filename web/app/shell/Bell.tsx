import IconBell from '@iconify-json/tabler/bell'
import { lazy, Suspense } from 'react'
import { useUnread } from '../../features/notifications/use-notices.ts'
import '../../lists/lists.css'
import { Popover } from '../../kit/Popover.tsx'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import styles from './bell.module.css'

const load = () => import('../../features/notifications/NewestNotices.tsx')
const NewestNotices = lazy(async () => ({ default: (await load()).NewestNotices }))

/** Unread notices and downloads. */
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
