import type { Cto } from '@hilo/contract/ctos.ts'
import { Button } from '../../kit/Button.tsx'
import { formatAgo } from '../../ui/format.ts'
import { problemText } from '../../api/problem-text.ts'
import { session } from '../../api/session.ts'
import { useReading } from '../../lists/panel/use-reading.ts'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'
import { usePhone } from '../../lists/use-phone.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateKey } from '../../ui/faceplate/FaceplateLegend.tsx'
import { readTime } from '../../ui/read-time.ts'
import { text } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import { useNavigate } from '@tanstack/react-router'
import { useCall } from '../../api/query.ts'
import styles from './cto-page.module.css'

/** Whether the session may read all lines of the box from the OLT. */
const mayRead = () => session.can('neightborState_view')

/** Faceplate of the box, read again on demand; its ports link to their pages. */
export function CtoBox({ cto }: { cto: Cto }) {
  const phone = usePhone()
  const navigate = useNavigate()
  const { snapshot, query, read, resting } = useReading({ cto_id: cto.id }, { everyMs: null })
  const known = useCall(
    'admin_vno/ports/get',
    { filter: { cto_id: cto.id }, limit: 64 },
    { enabled: session.can('port_view') },
  )
  const now = useNow(snapshot ? 5000 : null)
  const ports = snapshot?.items ?? cto.ports
  if (!ports) return null
  const total = boxSize(cto.ports_total)
  const ids = new Map(known.data?.records.map(({ id, number }) => [number, id]))
  const choose = (number: number) => {
    const id = ids.get(number)
    if (id !== undefined) void navigate({ to: '/vno/puertos/$id', params: { id: String(id) } })
  }
  return (
    <section className="hl-card" aria-label={text('list.ctos.box')}>
      <header className={`flex gap-6-12 wrap middle ${styles.boxHead}`}>
        <h2>{text('list.ctos.box')}</h2>
        <span className="grow text-right lines-xs ink-2" role="status">
          {query.isError
            ? problemText(query.error)
            : snapshot && readTime(text('cto.read.at', { when: formatAgo(snapshot.taken_at, now) }), snapshot.source)}
        </span>
        {mayRead() && (
          <Button busy={query.isFetching} aria-disabled={resting || undefined} onClick={() => !resting && void read()}>
            {text(query.isFetching ? 'event.reading' : 'cto.read')}
          </Button>
        )}
      </header>
      <Faceplate
        ports={ports}
        total={total}
        size={phone ? 'small' : 'large'}
        title={boxLabel(cto.code)}
        subtitle={`${choiceText('type', cto.type)} · ${text('faceplate.ports', { count: cto.ports_total })}`}
        splitter={cto.splitter.ratio}
        {...(ids.size > 0 && { onSelectPort: choose })}
      />
      <FaceplateKey ports={ports} total={total} counts />
    </section>
  )
}
