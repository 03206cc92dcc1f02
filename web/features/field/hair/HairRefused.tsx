import { Button } from '../../../kit/Button.tsx'
import { outbox } from '../../../offline/outbox.ts'
import { text } from '../../../ui/text.ts'
import css from '../phone.module.css'
import { StateSign } from '../StateSign.tsx'
import type { Hair } from './use-hair.ts'

/** Why the server rejected the last request; discarding it unblocks the queue. */
export function HairRefused({ hair: { refused } }: { hair: Hair }) {
  if (refused === null) return null
  return (
    <div className={css.card} data-tone="danger" role="alert" style={{ marginBottom: 14 }}>
      <p className={css.heading}>
        <StateSign level="bloqueo" size={26} />
        {refused.refusal?.text}
      </p>
      <Button size="glove" shape="wide" style={{ marginTop: 10 }} onClick={() => void outbox.giveUp(refused)}>
        {text('tech.hair.give_up')}
      </Button>
    </div>
  )
}
