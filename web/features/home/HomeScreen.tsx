import { session } from '../../api/session.ts'
import { formatWeekday } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { AttentionCard } from './AttentionCard.tsx'
import { Figures } from './Figures.tsx'
import styles from './home.module.css'
import { OpenCard } from './OpenCard.tsx'
import { PortStates } from './PortStates.tsx'

/** The day at a glance: only figures that a call answers now. */
export function HomeScreen() {
  const today = formatWeekday(Date.now())
  const events = session.can('event_view')
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>
        {text('home.today')} <span>{today}</span>
      </h1>
      <Figures />
      <div className={styles.cards}>
        {events && <AttentionCard />}
        {events && <OpenCard />}
        {session.can('port_view') && <PortStates />}
      </div>
    </div>
  )
}
