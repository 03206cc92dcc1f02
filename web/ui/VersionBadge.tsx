import styles from './version-badge.module.css'

/** The version, fixed at the bottom-left of every screen. */
export function VersionBadge() {
  return (
    <footer className={styles.place}>
      <span className={styles.badge}>{__HILO_VERSION__}</span>
    </footer>
  )
}
