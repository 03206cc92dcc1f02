import { useState } from 'react'
import { CallProblem } from '../../api/problem.ts'
import { queryClient } from '../../api/query.ts'
import { useSend } from '../../api/use-send.ts'
import { formatDate } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import type { Agreement } from './AgreementsScreen.tsx'
import { AgreementText } from './AgreementText.tsx'
import styles from './agreements.module.css'

interface AgreementCardProps {
  agreement: Agreement
  /** Its text stands open. */
  open: boolean
  mayAccept: boolean
  accepted: () => Promise<void>
}

/** An agreement: its version, its text, and whether the person has accepted it. */
export function AgreementCard({ agreement, open, mayAccept, accepted }: AgreementCardProps) {
  const { id, title, version, published_at, accepted_at, mandatory, html_sanitised } = agreement
  const [shown, setShown] = useState(open)
  const { send, sending, problem } = useSend('account/agreements/accept')
  const accept = async () => {
    const sent = await send({ id, version })
    if (sent?.answer) await accepted()
    else if (sent?.problem instanceof CallProblem && sent.problem.code === 'VERSION_CONFLICT')
      await queryClient.invalidateQueries({ queryKey: ['agreements/get'] })
  }
  const since = text('agreements.version', { version, date: formatDate(published_at) })
  return (
    <section className={styles.card} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <p className={styles.note}>{since}</p>
        {accepted_at !== null && (
          <p className={styles.accepted}>
            <Shape kind="disc" tone="success" size={10} />
            {text('agreements.accepted', { date: formatDate(accepted_at) })}
          </p>
        )}
        {accepted_at === null && mayAccept && !mandatory && (
          <p className={styles.note}>{text('agreements.optional')}</p>
        )}
      </header>
      {shown && <AgreementText html={html_sanitised} label={title} />}
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.acts}>
        {!open && (
          <button type="button" className="button" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {text(shown ? 'agreements.hide' : 'agreements.read')}
          </button>
        )}
        {mayAccept && shown && (
          <button type="button" className="button" data-main aria-busy={sending} onClick={() => void accept()}>
            {text('agreements.accept')}
          </button>
        )}
      </div>
    </section>
  )
}
