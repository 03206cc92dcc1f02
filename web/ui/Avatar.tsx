import styles from './avatar.module.css'

/** First letters of the first two words. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}

/** Default picture of a user without one. */
export function DefaultPicture({ size }: { size: number }) {
  return <img src={`${import.meta.env.BASE_URL}assets/avatar.svg`} width={size} height={size} alt="" />
}

/** A user's initials; without a name, the default picture. */
export function Avatar({ name, size = 26 }: { name: string; size?: number }) {
  const initials = initialsOf(name)
  if (initials === '') return <DefaultPicture size={size} />
  return (
    <span
      className={`grid centered rigid ink-2 ${styles.avatar}`}
      data-large={size > 40 || undefined}
      style={{ width: size, height: size }}
      aria-hidden
    >
      {initials}
    </span>
  )
}
