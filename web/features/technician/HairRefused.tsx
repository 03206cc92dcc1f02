import { outbox } from '../../offline/outbox.ts'
import { text } from '../../ui/text.ts'
import css from './phone.module.css'
import { StateSign } from './StateSign.tsx'
import type { Hair } from './use-hair.ts'

/** Why the server did not take the last one; it keeps nothing waiting once it is given up. */
export function HairRefused({ hair: { refused } }: { hair: Hair }) {
  if (refused === null) return null
  return (
    <div className={css.card} data-tone="danger" role="alert" style={{ marginBottom: 14 }}>
      <p className={css.heading}>
        <StateSign level="bloqueo" size={26} />
        {refused.refusal?.text}
      </p>
      <button
        type="button"
        className={`${css.second} ${css.wide}`}
        style={{ marginTop: 10 }}
        onClick={() => void outbox.giveUp(refused)}
      >
        {text('tech.hair.give_up')}
      </button>
    </div>
  )
}
