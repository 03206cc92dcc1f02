import { useFile } from '../api/use-file.ts'
import { Avatar } from './Avatar.tsx'
import styles from './avatar.module.css'

interface PortraitProps {
  name: string
  /** File of the person's picture. */
  picture: number | null
  size?: number
}

/** Somebody's picture; his initials until it is there, and where there is none. */
export function Portrait({ name, picture, size = 26 }: PortraitProps) {
  if (picture === null) return <Avatar name={name} size={size} />
  return <Photograph name={name} picture={picture} size={size} />
}

function Photograph({ name, picture, size }: { name: string; picture: number; size: number }) {
  const { url } = useFile(picture, size > 64 ? 'full' : 'thumb')
  if (url === undefined) return <Avatar name={name} size={size} />
  return <img className={styles.photograph} src={url} width={size} height={size} alt="" />
}
