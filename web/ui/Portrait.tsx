import { useFile } from '../api/use-file.ts'
import { Avatar } from './Avatar.tsx'

interface PortraitProps {
  name: string
  /** File id of the user's picture. */
  picture: number | null
  size?: number
}

/** A user's picture; the initials while it loads and where there is none. */
export function Portrait({ name, picture, size = 26 }: PortraitProps) {
  if (picture === null) return <Avatar name={name} size={size} />
  return <Photograph name={name} picture={picture} size={size} />
}

function Photograph({ name, picture, size }: { name: string; picture: number; size: number }) {
  const { url } = useFile(picture, size > 64 ? 'full' : 'thumb')
  if (url === undefined) return <Avatar name={name} size={size} />
  return <img className="rigid cover circle" src={url} width={size} height={size} alt="" />
}
