import styles from './version-badge.module.css'

/** The application's version, fixed at the bottom-left of every screen. */
export function VersionBadge() {
  return (
    <footer className={styles.place}>
      <span className={`block surface lines-xs ink-2 medium ${styles.badge}`}>{__HILO_VERSION__}</span>
    </footer>
  )
}
