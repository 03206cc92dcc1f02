import { eventTimes } from '@hilo/domain/event.ts'
import { processState } from '@hilo/domain/status.ts'
import { useState } from 'react'
import { problemText } from '../../../api/problem-text.ts'
import { Button } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { isUnread } from '../../../offline/operation.ts'
import { outbox } from '../../../offline/outbox.ts'
import { useOnline } from '../../../offline/use-outbox.ts'
import { text } from '../../../ui/text.ts'
import { toast } from '../../../kit/toasts.tsx'
import { labelOf } from '../box/box.ts'
import { CancelSheet } from './CancelSheet.tsx'
import { InProgress } from '../InProgress.tsx'
import { isLocal } from '../local-work.ts'
import { NocLink } from '../NocLink.tsx'
import css from '../phone.module.css'
import { useOnce } from '../use-once.ts'
import { useSeconds } from '../use-work.ts'
import type { Work } from '../work.ts'

const isFailed = ({ process_state: of }: Work) => of === processState.is.wronglyCreated

/** Retries the opening reading. */
const useRetry = (work: Work) =>
  useOnce(async () => {
    try {
      await outbox.ask({ path: 'admin_vno/events/retry', query: { event_id: work.id } })
    } catch (error) {
      toast.error(problemText(error))
    }
  })

/** State of the opening reading, for work that began without waiting for it. */
export function OpeningNote({ work }: { work: Work }) {
  const { busy, run } = useRetry(work)
  if (isLocal(work)) return <p className={css.unread}>{text('tech.opening.note.later')}</p>
  if (!isUnread(work.process_state)) return null
  if (!isFailed(work)) return <p className={css.unread}>{text('tech.opening.note.now')}</p>
  return (
    <p className={css.unread} data-failed role="alert">
      {text('tech.opening.note.failed')}
      <Button size="glove" busy={busy} onClick={() => void run()}>
        {text(busy ? 'tech.opening.retrying' : 'tech.opening.retry')}
      </Button>
    </p>
  )
}

/** Waiting screen of the opening reading, and its failure. */
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
          <InProgress
            sentence={text(!online ? 'tech.opening.offline' : long ? 'tech.opening.long' : 'tech.opening.text')}
            still={long || !online}
          />
        )}
      </div>
      <div className={css.foot}>
        {failed && <NocLink look={{ size: 'glove', shape: 'wide' }} className="mb-8" />}
        {(failed || long) && (
          <Button size="glove" shape="wide" style={{ marginBottom: 8 }} onClick={() => setLeaving(true)}>
            {text('tech.cancel')}
          </Button>
        )}
        <div className={css.row}>
          {failed ? (
            <Button kind="main" size="glove" busy={busy} onClick={() => void run()}>
              {text(busy ? 'tech.opening.retrying' : 'tech.opening.retry')}
            </Button>
          ) : (
            // Nothing can be done but wait: the button that leaves is not the main one.
            <LinkButton size="glove" shape="wide" to="/tecnico">
              {text('tech.to_today')}
            </LinkButton>
          )}
        </div>
      </div>
      {leaving && <CancelSheet work={work} close={() => setLeaving(false)} />}
    </div>
  )
}
