import { eventTimes } from '@hilo/domain/event.ts'
import { processState } from '@hilo/domain/status.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { isUnread } from '../../offline/operation.ts'
import { outbox } from '../../offline/outbox.ts'
import { useOnline } from '../../offline/use-outbox.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { labelOf } from './box.ts'
import { CancelSheet } from './CancelSheet.tsx'
import { Doing } from './Doing.tsx'
import { isLocal } from './local-work.ts'
import { NocLink } from './NocLink.tsx'
import css from './phone.module.css'
import { useOnce } from './use-once.ts'
import { useSeconds } from './use-work.ts'
import type { Work } from './work.ts'

const isFailed = ({ process_state: of }: Work) => of === processState.is.wronglyCreated

/** Asks for the neighbours to be read once more. */
const useRetry = (work: Work) =>
  useOnce(async () => {
    try {
      await outbox.ask({ path: 'admin_vno/events/retry', query: { event_id: work.id } })
    } catch (error) {
      toast.error(problemText(error))
    }
  })

/** Of work that went on without waiting for the neighbours to be read: that they will be, are being, or could not be. */
export function OpeningNote({ work }: { work: Work }) {
  const { busy, run } = useRetry(work)
  if (isLocal(work)) return <p className={css.unread}>{text('tech.opening.note.later')}</p>
  if (!isUnread(work.process_state)) return null
  if (!isFailed(work)) return <p className={css.unread}>{text('tech.opening.note.now')}</p>
  return (
    <p className={css.unread} data-failed role="alert">
      {text('tech.opening.note.failed')}
      <button type="button" className={css.second} aria-busy={busy} onClick={() => void run()}>
        {text(busy ? 'tech.opening.retrying' : 'tech.opening.retry')}
      </button>
    </p>
  )
}

/** While the neighbours are read before anything may be touched; and when that did not work out. */
export function Opening({ work }: { work: Work }) {
  const failed = isFailed(work)
  const online = useOnline()
  const now = useSeconds(!failed)
  const [leaving, setLeaving] = useState(false)
  const long = now - Date.parse(work.created_at) > eventTimes.spinner
  const { busy, run } = useRetry(work)
  return (
    <div className={css.screen}>
      <header className={css.head} aria-live="polite">
        <h1>{text(failed ? 'tech.opening.failed' : 'tech.opening.title')}</h1>
        <p className={css.sub}>{text('tech.opening.box', { label: labelOf(work.cto.code) })}</p>
      </header>
      <div className={css.middle}>
        {failed ? (
          <div className={css.card} data-tone="danger" role="alert">
            <p className={css.heading}>{work.error?.text ?? text('tech.opening.failed.text')}</p>
            <p className={css.note}>{text('tech.opening.failed.act')}</p>
          </div>
        ) : (
          <Doing
            sentence={text(!online ? 'tech.opening.offline' : long ? 'tech.opening.long' : 'tech.opening.text')}
            still={long || !online}
          />
        )}
      </div>
      <div className={css.foot}>
        {failed && <NocLink className={`${css.second} ${css.wide} ${css.call}`} />}
        {(failed || long) && (
          <button
            type="button"
            className={`${css.second} ${css.wide}`}
            style={{ marginBottom: 8 }}
            onClick={() => setLeaving(true)}
          >
            {text('tech.cancel')}
          </button>
        )}
        <div className={css.row}>
          {failed ? (
            <button type="button" className={css.main} aria-busy={busy} onClick={() => void run()}>
              {text(busy ? 'tech.opening.retrying' : 'tech.opening.retry')}
            </button>
          ) : (
            <Link className={css.main} to="/tecnico">
              {text('tech.to_today')}
            </Link>
          )}
        </div>
      </div>
      {leaving && <CancelSheet work={work} close={() => setLeaving(false)} />}
    </div>
  )
}
