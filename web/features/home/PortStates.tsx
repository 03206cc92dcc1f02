import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryClient } from '../../api/query.ts'
import { PortGlyph } from '../../ui/faceplate/glyphs.tsx'
import type { LookName } from '../../ui/faceplate/port-look.ts'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { Card } from './Card.tsx'
import styles from './home.module.css'
import { portsIn, portStates } from './queries.ts'
import { formatTotal } from './total.ts'

const looks: Record<string, LookName> = {
  ocupado: 'lit',
  disponible: 'free',
  asignado: 'assigned',
  cesado: 'ceased',
  pendiente_revision: 'pending',
  defectuoso: 'defective',
}

/** How many ports stand in each state, as a bar and as figures that lead to the list. */
export function PortStates() {
  const answers = useQueries({ queries: portStates.map(({ value }) => portsIn(value)) }, queryClient)
  const states = portStates.map((state, index) => ({ state, total: answers[index]?.data?.total }))
  const ordered = states.toSorted((a, b) => (b.total?.value ?? 0) - (a.total?.value ?? 0))
  const whole = states.reduce((sum, { total }) => sum + (total?.value ?? 0), 0)
  return (
    <Card title={text('home.ports')} note={whole > 0 ? formatNumber(whole) : undefined}>
      <div className={styles.bar} aria-hidden>
        {ordered.map(({ state, total }) => (
          <span key={state.name} data-state={state.name} style={{ flexGrow: total?.value ?? 0 }} />
        ))}
      </div>
      <ul className={styles.states}>
        {ordered.map(({ state, total }) => (
          <li key={state.name}>
            <Link to="/vno/puertos" search={{ state: String(state.value) }} className={styles.state}>
              <PortGlyph look={looks[state.name] ?? 'unread'} />
              <span>{text(state.label)}</span>
              <strong>{formatTotal(total)}</strong>
              <span className={styles.share}>{total && whole > 0 ? formatShare(total.value, whole) : ''}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
