import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { text } from '../../ui/text.ts'
import styles from './contact.module.css'
import { supportData } from './support-data.ts'

/** Installation data for a support call, with a copy button. */
export function SupportData() {
  const [lines] = useState(supportData)
  const copy = () => copyText(lines.join('\n'), text('support.data.copied'))
  return (
    <>
      <ul className="grid gap-2 ink-2 phone-l">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Button size="large" className={`${styles.act} left`} onClick={copy}>
        {text('support.data.copy')}
      </Button>
    </>
  )
}
