import type { Enrollment } from '@hilo/contract/enrollments/enrollments.ts'
import { problemText } from '../../api/problem-text.ts'
import '../../lists/lists.css'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { EmptyState } from '../../kit/QueryState.tsx'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { Decided } from './Decided.tsx'
import { useVerification } from './use-verification.ts'
import styles from './verification.module.css'
import { VerifyDesk } from './VerifyDesk.tsx'

interface HeadProps {
  /** Null while the queue loads. */
  left: number | null
  parts: { put: number; taken: number }
  repeating: number
  done: number
}

/** The count of the menu, and the two lists that it is made of. */
function Head({ left, parts, repeating, done }: HeadProps) {
  return (
    <header className={`flex gap-4 gap-x-16 wrap middle ${styles.head}`}>
      <h1>
        {text('verify.title')}{' '}
        {left !== null && <span className="hl-total text-m ink-2 normal">{formatNumber(left)}</span>}
      </h1>
      <p className="grow ink-2" role="status">
        {[
          left !== null && parts.put > 0 && text('verify.put', { count: parts.put }),
          left !== null && parts.taken > 0 && text('verify.taken', { count: parts.taken }),
          done > 0 && text('verify.done', { count: done }),
          repeating > 0 && text('verify.repeating', { count: repeating }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <LinkButton to="/vno/matriculaciones">{text('verify.all')}</LinkButton>
    </header>
  )
}

/** Verification queue, one enrolment at a time. */
export function VerificationScreen() {
  const { decisions, ready, failed, retry, left, parts, repeating, current, gone, ...acts } = useVerification()
  const shown: Enrollment | null = ready ? current : null
  return (
    <article className={`grid relative tall shrink-y ${styles.screen}`}>
      <Head left={ready ? left : null} parts={parts} repeating={repeating} done={decisions.done} />
      {failed !== null && (
        <div className="hl-face" role="alert">
          <h2>{text('list.error.title')}</h2>
          <p className="ink-2 mb-8">{problemText(failed)}</p>
          <Button kind="main" onClick={retry}>
            {text('list.retry')}
          </Button>
        </div>
      )}
      {failed === null && !ready && (
        <div
          className={`${styles.waiting} grid gap-12 shrink-y phone-one`}
          role="status"
          aria-busy="true"
          aria-label={text('home.loading')}
        />
      )}
      {shown && <VerifyDesk key={shown.id} enrollment={shown} gone={gone} {...acts} />}
      {ready && shown === null && (
        <EmptyState title={text('verify.empty.title')}>
          <p>{text(repeating > 0 ? 'verify.empty.repeating' : 'verify.empty.text', { count: repeating })}</p>
        </EmptyState>
      )}
      <Decided decisions={decisions} undo={acts.undo} />
    </article>
  )
}
