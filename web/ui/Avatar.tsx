import styles from './avatar.module.css'

/** First letters of the first two words. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}

/** Somebody's picture, or his initials. */
export function Avatar({ name, size = 26 }: { name: string; size?: number }) {
  return (
    <span
      className={styles.avatar}
      data-large={size > 40 || undefined}
      style={{ width: size, height: size }}
      aria-hidden
    >
      {initialsOf(name)}
    </span>
  )
}
