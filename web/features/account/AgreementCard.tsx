import { useState } from 'react'
import { CallProblem } from '../../api/problem.ts'
import { queryClient } from '../../api/query.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import type { Agreement } from './records.ts'
import { AgreementText } from './AgreementText.tsx'
import styles from './agreements.module.css'

interface AgreementCardProps {
  agreement: Agreement
  /** Expanded. */
  open: boolean
  mayAccept: boolean
  accepted: () => Promise<void>
}

/** An agreement: version, text, and state of acceptance. */
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
    <section className={`grid gap-14 shrink ${styles.card}`} aria-label={title}>
      <header className={styles.head}>
        <h2 className="hand-bold text-l">{title}</h2>
        <p className="text-m ink-2">{since}</p>
        {accepted_at !== null && (
          <p className={`flex middle gap-6 text-m ink-success ${styles.accepted}`}>
            <Shape kind="disc" tone="success" size={10} />
            {text('agreements.accepted', { date: formatDate(accepted_at) })}
          </p>
        )}
        {accepted_at === null && mayAccept && !mandatory && (
          <p className="text-m ink-2">{text('agreements.optional')}</p>
        )}
      </header>
      {shown && <AgreementText html={html_sanitised} label={title} />}
      {problem !== null && (
        <p className="note" data-tone="danger" role="alert">
          {problem}
        </p>
      )}
      <div className={`flex wrap gap-8 ${styles.acts}`}>
        {!open && (
          <Button size="large" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {text(shown ? 'agreements.hide' : 'agreements.read')}
          </Button>
        )}
        {mayAccept && shown && (
          <Button kind="main" size="large" busy={sending} onClick={() => void accept()}>
            {text('agreements.accept')}
          </Button>
        )}
      </div>
    </section>
  )
}
