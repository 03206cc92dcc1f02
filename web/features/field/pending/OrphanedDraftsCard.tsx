import { processState } from '@hilo/domain/status.ts'
import IconTrash from '@iconify-json/tabler/trash'
import { Button } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { useOutbox } from '../../../offline/use-outbox.ts'
import { text } from '../../../ui/text.ts'
import { CopyButton } from './CopyButton.tsx'
import css from '../phone.module.css'
import { StateSign } from '../StateSign.tsx'
import type { OrphanedDrafts } from './use-orphaned-drafts.ts'
import { useOnce } from '../use-once.ts'

/** Drafts in an intervention that another person closed: content, reason, and actions. */
export function OrphanedDraftsCard({ one, drop }: { one: OrphanedDrafts; drop: (id: number) => Promise<void> }) {
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
      <div className="grid gap-8">
        {one.work && (
          <LinkButton size="glove" shape="wide" to="/tecnico/historial/$id" params={{ id: String(one.id) }}>
            {text('tech.pending.left.see')}
          </LinkButton>
        )}
        <CopyButton operations={operations} />
        <Button size="glove" shape="wide" busy={away.busy} onClick={() => void away.run()}>
          <IconTrash size={24} stroke={1.8} aria-hidden />
          {text('tech.pending.left.drop')}
        </Button>
      </div>
    </div>
  )
}

function wordsOf({ work, steps }: OrphanedDrafts): string {
  const names = steps.map((step) => text(`choice.step.${step}`)).join(', ')
  if (work === null) return text('tech.pending.left.gone', { steps: names })
  const state = text(processState.of(work.process_state)?.label ?? '').toLowerCase()
  return text('tech.pending.left.text', { code: work.code, state, steps: names })
}
