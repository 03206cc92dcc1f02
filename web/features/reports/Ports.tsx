import type { IndicatorReport } from '@hilo/contract/indicators.ts'
import { portState } from '@hilo/domain/status.ts'
import { Link } from '@tanstack/react-router'
import { PortGlyph } from '../../ui/faceplate/glyphs.tsx'
import type { LookName } from '../../ui/faceplate/port-look.ts'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { Card } from '../../ui/Page.tsx'
import { text } from '../../ui/text.ts'
import styles from './reports.module.css'

const looks: Readonly<Record<string, LookName>> = {
  ocupado: 'lit',
  disponible: 'free',
  asignado: 'assigned',
  cesado: 'ceased',
  pendiente_revision: 'pending',
  defectuoso: 'defective',
}

/** How the ports stand now, as a bar and as figures that lead to the list. */
export function Ports({ ports, linked }: { ports: IndicatorReport['ports']; linked: boolean }) {
  const states = portState.all
    .map((state) => ({ state, count: ports.find((one) => one.state === state.value)?.count ?? 0 }))
    .toSorted((a, b) => b.count - a.count)
  const whole = states.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card title={text('home.ports')} aside={<span className={styles.aside}>{formatNumber(whole)}</span>}>
      <div className={styles.shares} aria-hidden>
        {states.map(({ state, count }) => (
          <span key={state.name} data-state={state.name} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className={styles.states}>
        {states.map(({ state, count }) => {
          const face = (
            <>
              <PortGlyph look={looks[state.name] ?? 'unread'} />
              <span>{text(state.label)}</span>
              <strong>{formatNumber(count)}</strong>
              <span className={styles.aside}>{whole > 0 ? formatShare(count, whole) : ''}</span>
            </>
          )
          return (
            <li key={state.name}>
              {linked ? (
                <Link to="/vno/puertos" search={{ state: String(state.value) }} className={styles.state}>
                  {face}
                </Link>
              ) : (
                <span className={styles.state}>{face}</span>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
