import type { Enrollment } from '@hilo/contract/enrollments.ts'
import { Link } from '@tanstack/react-router'
import { problemText } from '../../api/problem-text.ts'
import '../../lists/lists.css'
import { Empty } from '../../ui/Asked.tsx'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { Decided } from './Decided.tsx'
import { useVerification } from './use-verification.ts'
import styles from './verification.module.css'
import { VerifyDesk } from './VerifyDesk.tsx'

function Head({ left, repeating, done }: { left: number | null; repeating: number; done: number }) {
  return (
    <header className={styles.head}>
      <h1>
        {text('verify.title')} {left !== null && <span className="hl-total">{formatNumber(left)}</span>}
      </h1>
      <p role="status">
        {[
          done > 0 && text('verify.done', { count: done }),
          repeating > 0 && text('verify.repeating', { count: repeating }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Link className="hl-button" to="/vno/matriculaciones">
        {text('verify.all')}
      </Link>
    </header>
  )
}

/** The queue of labels that somebody has to look at, one after the other. */
export function VerificationScreen() {
  const { decisions, ready, failed, retry, left, repeating, current, gone, ...acts } = useVerification()
  const shown: Enrollment | null = ready ? current : null
  return (
    <article className={styles.screen}>
      <Head left={ready ? left : null} repeating={repeating} done={decisions.done} />
      {failed !== null && (
        <div className="hl-face" role="alert">
          <h2>{text('list.error.title')}</h2>
          <p>{problemText(failed)}</p>
          <button type="button" className="hl-button hl-main-button" onClick={retry}>
            {text('list.retry')}
          </button>
        </div>
      )}
      {failed === null && !ready && (
        <div className={styles.waiting} aria-busy="true" aria-label={text('home.loading')} />
      )}
      {shown && <VerifyDesk key={shown.id} enrollment={shown} gone={gone} {...acts} />}
      {ready && shown === null && (
        <Empty title={text('verify.empty.title')}>
          <p>{text(repeating > 0 ? 'verify.empty.repeating' : 'verify.empty.text', { count: repeating })}</p>
        </Empty>
      )}
      <Decided decisions={decisions} undo={acts.undo} />
    </article>
  )
}
