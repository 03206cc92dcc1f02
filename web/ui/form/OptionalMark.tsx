import { text } from '../text.ts'
import styles from './form.module.css'

export function OptionalMark() {
  return <span className={styles.optional}>{text('form.optional')}</span>
}
