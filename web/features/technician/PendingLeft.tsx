import { processState } from '@hilo/domain/status.ts'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useOutbox } from '../../offline/use-outbox.ts'
import { text } from '../../ui/text.ts'
import { CopyButton } from './CopyButton.tsx'
import pendingCss from './pending.module.css'
import css from './phone.module.css'
import { StateSign } from './StateSign.tsx'
import type { Left } from './use-left.ts'
import { useOnce } from './use-once.ts'

/** Somebody closed an intervention in which this technician had typed: what it was, why it cannot go, and the ways out. */
export function PendingLeft({ one, drop }: { one: Left; drop: (id: number) => Promise<void> }) {
  const operations = useOutbox()
  const away = useOnce(() => drop(one.id))
  return (
    <div className={css.card} data-tone="wait" role="alert" style={{ marginBottom: 12 }}>
      <p className={css.heading}>
        <StateSign level="aviso" size={26} />
        {text('tech.pending.left')}
      </p>
      <p className={css.note} style={{ margin: '4px 0 10px 36px' }}>
        {wordsOf(one)}
      </p>
      <div className={pendingCss.ways}>
        {one.work && (
          <Link className={`${css.second} ${css.wide}`} to="/tecnico/historial/$id" params={{ id: String(one.id) }}>
            {text('tech.pending.left.see')}
          </Link>
        )}
        <CopyButton operations={operations} />
        <button
          type="button"
          className={`${css.second} ${css.wide}`}
          aria-busy={away.busy}
          onClick={() => void away.run()}
        >
          <IconTrash size={24} stroke={1.8} aria-hidden />
          {text('tech.pending.left.drop')}
        </button>
      </div>
    </div>
  )
}

function wordsOf({ work, steps }: Left): string {
  const names = steps.map((step) => text(`choice.step.${step}`)).join(', ')
  if (work === null) return text('tech.pending.left.gone', { steps: names })
  const state = text(processState.of(work.process_state)?.label ?? '').toLowerCase()
  return text('tech.pending.left.text', { code: work.code, state, steps: names })
}
