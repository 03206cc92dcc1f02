import { useFile } from '../api/use-file.ts'
import styles from './avatar.module.css'

/** Maximum ratio of width to height. */
const widest = 5

/**
 * An operator's logo on a white ground, as logos are drawn for; empty until loaded, as the operator's name stands
 * beside it.
 */
export function Logo({ file, height }: { file: number; height: number }) {
  const { url } = useFile(file, height > 24 ? 'full' : 'thumb')
  if (url === undefined) return null
  return <img className={styles.logo} src={url} height={height} style={{ maxWidth: height * widest }} alt="" />
}
