import { useFile } from '../api/use-file.ts'
import styles from './avatar.module.css'

/** How much wider than high it is shown at most. */
const widest = 5

/** An operator's logo, on the white that it was drawn for; nothing until it is there. The operator's name stands beside it. */
export function Logo({ file, height }: { file: number; height: number }) {
  const { url } = useFile(file, height > 24 ? 'full' : 'thumb')
  if (url === undefined) return null
  return <img className={styles.logo} src={url} height={height} style={{ maxWidth: height * widest }} alt="" />
}
