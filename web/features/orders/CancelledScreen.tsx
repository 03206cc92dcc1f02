import { useNavigate, useSearch } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { Press } from '../../kit/Button.tsx'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { text } from '../../ui/text.ts'
import { ceasedAccessesList } from './accesses.list.ts'
import { cancelledOrdersList } from './orders.list.ts'
import styles from './orders.module.css'

const lists = { ordenes: cancelledOrdersList, accesos: ceasedAccessesList }
type Name = keyof typeof lists

/** Cancelled orders and unsubscribed accesses, with reasons. */
export function CancelledScreen() {
  const { de } = useSearch({ strict: false })
  const navigate = useNavigate()
  const shown: Name = de === 'accesos' ? 'accesos' : 'ordenes'
  const names: Name[] = session.can('accessUnsubscriptions_view') ? ['ordenes', 'accesos'] : ['ordenes']
  return (
    <div className={`flex tall shrink-y ${styles.screen} column`}>
      {names.length > 1 && (
        <nav className={`flex gap-20 line-bottom surface ${styles.tabs}`} aria-label={text('cancelled.what')}>
          {names.map((name) => (
            <Press
              key={name}
              className="hl-tab flex middle gap-6 rigid relative ink-2 no-padding"
              aria-current={name === shown ? 'true' : undefined}
              onClick={() => void navigate({ to: '/vno/anuladas', search: name === 'ordenes' ? {} : { de: name } })}
            >
              {text(`cancelled.${name}`)}
            </Press>
          ))}
        </nav>
      )}
      <ListScreen key={shown} list={lists[shown]} />
    </div>
  )
}
