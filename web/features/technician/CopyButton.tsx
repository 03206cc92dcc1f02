import { shareCopy } from '../../offline/copy.ts'
import type { Operation } from '../../offline/operation.ts'
import { text } from '../../ui/text.ts'
import css from './phone.module.css'
import { useOnce } from './use-once.ts'

/** Hands over a copy of what is unsent. */
export function CopyButton({ operations }: { operations: readonly Operation[] }) {
  const { busy, run } = useOnce(() => shareCopy(operations))
  return (
    <button type="button" className={`${css.second} ${css.wide}`} aria-busy={busy} onClick={() => void run()}>
      {text('tech.pending.copy')}
    </button>
  )
}
