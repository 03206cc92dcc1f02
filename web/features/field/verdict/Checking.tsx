import { eventTimes } from '@hilo/domain/event.ts'
import { Link } from '@tanstack/react-router'
import { serverNow } from '../../../api/clock.ts'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { pending, type Operation } from '../../../offline/operation.ts'
import { useOnline } from '../../../offline/use-outbox.ts'
import { text } from '../../../ui/text.ts'
import { InProgress } from '../InProgress.tsx'
import { boardPath } from '../paths.ts'
import css from '../phone.module.css'
import { useSeconds } from '../use-work.ts'
import verdict from './verdict.module.css'
import { lastTouch, type Work } from '../work.ts'

/** Closing reading in progress: what is awaited, and the remaining time. */
export function Checking({
  work,
  queued,
  operations,
}: {
  work: Work
  queued: boolean
  operations: readonly Operation[]
}) {
  useSeconds()
  const now = serverNow()
  const online = useOnline()
  const touched = lastTouch(work)
  const asked = Date.parse(work.updated_at)
  const settling = touched === null ? 0 : Math.ceil((touched + eventTimes.afterWait - now) / 1000)
  const long = !queued && now - asked > eventTimes.spinner
  const sentence = () => {
    if (queued) return text(online ? 'tech.checking.sending' : 'tech.checking.offline')
    if (long) return text('tech.checking.long')
    return settling > 0 ? text('tech.checking.settling') : text('tech.checking.reading')
  }
  return (
    <div className={css.screen}>
      <header className={css.head} aria-live="polite">
        <h1>{text('tech.checking.title')}</h1>
        <p className={css.sub}>{text(queued && !online ? 'tech.checking.stay.offline' : 'tech.checking.stay')}</p>
      </header>
      <div className={css.middle}>
        <InProgress sentence={sentence()} still={long || (queued && !online)}>
          {!queued && !long && settling > 0 && settling <= 90 && (
            <p className={verdict.big} aria-hidden="true">
              {settling}&nbsp;s
            </p>
          )}
        </InProgress>
        {queued && <Queued operations={operations} />}
      </div>
      <div className={css.foot}>
        <div className={css.row}>
          <LinkButton
            kind={long ? 'second' : 'main'}
            size="glove"
            shape="wide"
            to={long ? '/tecnico' : boardPath(work)}
          >
            {text(long ? 'tech.to_today' : 'tech.see_box')}
          </LinkButton>
        </div>
      </div>
    </div>
  )
}

/** Operations that must be sent before the closing reading. */
function Queued({ operations }: { operations: readonly Operation[] }) {
  const left = pending(operations)
  const pictures = left.filter(({ files }) => Object.keys(files).length > 0).length
  return (
    <Link className={css.card} data-tone="wait" to="/tecnico/pendientes">
      <span className={css.heading}>{text('tech.pending.count', { count: left.length })}</span>
      <span className={css.note}>
        {text(pictures > 0 ? 'tech.checking.queued.pictures' : 'tech.checking.queued', { count: pictures })}
      </span>
    </Link>
  )
}
