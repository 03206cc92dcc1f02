import styles from './avatar.module.css'

/** First letters of the first two words. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}

/** The picture of whoever has given none. */
export function DefaultPicture({ size }: { size: number }) {
  return <img src={`${import.meta.env.BASE_URL}assets/avatar.svg`} width={size} height={size} alt="" />
}

/** Somebody's initials; without a name, the default picture. */
export function Avatar({ name, size = 26 }: { name: string; size?: number }) {
  const initials = initialsOf(name)
  if (initials === '') return <DefaultPicture size={size} />
  return (
    <span
      className={styles.avatar}
      data-large={size > 40 || undefined}
      style={{ width: size, height: size }}
      aria-hidden
    >
      {initials}
    </span>
  )
}
