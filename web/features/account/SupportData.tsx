import { useState } from 'react'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import styles from './contact.module.css'
import { supportData } from './support-data.ts'

/** What somebody is asked for on the telephone, in his own words, and a button that takes it along. */
export function SupportData() {
  const [lines] = useState(supportData)
  const copy = () => {
    navigator.clipboard
      .writeText(lines.join('\n'))
      .then(() => toast.success(text('support.data.copied')))
      .catch(() => toast.error(text('support.data.not_copied')))
  }
  return (
    <>
      <ul className={styles.data}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <button type="button" className={`button ${styles.copy}`} onClick={copy}>
        {text('support.data.copy')}
      </button>
    </>
  )
}
