import { useLocation } from '@tanstack/react-router'
import { problemText } from '../../api/problem-text.ts'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { text } from '../../ui/text.ts'
import { StateSign } from './StateSign.tsx'
import css from './phone.module.css'
import { Unbroken } from '../../ui/Unbroken.tsx'

/** Placeholder while data loads; not announced to screen readers. */
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
          <LinkButton size="glove" className={css.whole} to="/tecnico">
            {text('tech.to_today')}
          </LinkButton>
        </div>
      </div>
    </div>
  )
}

export function Rows({ count = 4 }: { count?: number }) {
  return (
    <div className={css.blank} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <span className="ground-line" key={index} />
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

/** Full-screen failure: what happened and what to do. */
export function Failed({ title, sentence, error, retry }: FailedProps) {
  const isToday = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') === '/tecnico' })
  return (
    <div className={css.screen}>
      <header className={css.head} role="alert">
        <h1>{title ?? text('tech.failed')}</h1>
        <p className={css.sub}>
          <Unbroken>{sentence ?? problemText(error)}</Unbroken>
        </p>
      </header>
      <div className={css.middle} />
      <div className={css.foot}>
        <div className={css.row}>
          {!isToday && (
            <LinkButton kind={retry ? 'plain' : 'main'} size="glove" to="/tecnico">
              {text('tech.to_today')}
            </LinkButton>
          )}
          {retry && (
            <Button kind="main" size="glove" onClick={retry}>
              {text('tech.retry')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** Failure inside a screen whose other parts still work. */
export function FailedCard({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div className={css.card} data-tone="danger" role="alert">
      <p className={css.heading}>
        <StateSign level="bloqueo" />
        {text('tech.failed')}
      </p>
      <p className={css.note}>{problemText(error)}</p>
      <Button size="glove" shape="wide" style={{ marginTop: 10 }} onClick={retry}>
        {text('tech.retry')}
      </Button>
    </div>
  )
}
