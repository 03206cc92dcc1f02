import { Link } from '@tanstack/react-router'
import { problemText } from '../../api/problem-text.ts'
import { text } from '../../ui/text.ts'
import { StateSign } from './StateSign.tsx'
import css from './phone.module.css'

/** While it is being read; nobody has to wait for it. */
export function Blank() {
  return (
    <div className={css.screen} aria-busy="true">
      <header className={css.head}>
        <p className={css.sub}>{text('tech.loading')}</p>
      </header>
      <div className={css.middle}>
        <Rows />
      </div>
      <div className={css.foot}>
        <div className={css.row}>
          <Link className={`${css.second} ${css.whole}`} to="/tecnico">
            {text('tech.to_today')}
          </Link>
        </div>
      </div>
    </div>
  )
}

export function Rows({ count = 4 }: { count?: number }) {
  return (
    <div className={css.blank} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  )
}

interface FailedProps {
  title?: string
  sentence?: string
  error?: unknown
  retry?: () => void
}

/** What happened and what to do about it. */
export function Failed({ title, sentence, error, retry }: FailedProps) {
  return (
    <div className={css.screen}>
      <header className={css.head} role="alert">
        <h1>{title ?? text('tech.failed')}</h1>
        <p className={css.sub}>{sentence ?? problemText(error)}</p>
      </header>
      <div className={css.middle} />
      <div className={css.foot}>
        <div className={css.row}>
          {retry ? (
            <button type="button" className={css.main} onClick={retry}>
              {text('tech.retry')}
            </button>
          ) : (
            <Link className={css.main} to="/tecnico">
              {text('tech.to_today')}
            </Link>
          )}
        </div>
      </div>
    </div>
  )
}

/** A failure inside a screen that goes on. */
export function FailedCard({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div className={css.card} data-tone="danger" role="alert">
      <p className={css.heading}>
        <StateSign level="bloqueo" />
        {text('tech.failed')}
      </p>
      <p className={css.note}>{problemText(error)}</p>
      <button type="button" className={`${css.second} ${css.wide}`} style={{ marginTop: 10 }} onClick={retry}>
        {text('tech.retry')}
      </button>
    </div>
  )
}
