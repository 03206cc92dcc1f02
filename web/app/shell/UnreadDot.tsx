import { useUnread } from '../../features/notifications/use-notices.ts'
import { text } from '../../ui/text.ts'
import styles from './bottom-bar.module.css'

/** Unread items behind "Más". */
export function UnreadDot() {
  return useUnread() > 0 && <span className={styles.dot} title={text('list.notices.view.unread')} />
}
