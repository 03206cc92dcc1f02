import { useNavigate, useSearch } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { text } from '../../ui/text.ts'
import { ceasedAccessesList } from './accesses.list.ts'
import { cancelledOrdersList } from './orders.list.ts'
import styles from './orders.module.css'

const lists = { ordenes: cancelledOrdersList, accesos: ceasedAccessesList }
type Name = keyof typeof lists

/** What was cancelled, and why: orders, and customers who left. */
export function CancelledScreen() {
  const { de } = useSearch({ strict: false })
  const navigate = useNavigate()
  const shown: Name = de === 'accesos' ? 'accesos' : 'ordenes'
  const names: Name[] = session.can('accessUnsubscriptions_view') ? ['ordenes', 'accesos'] : ['ordenes']
  return (
    <div className={styles.screen}>
      {names.length > 1 && (
        <nav className={styles.tabs} aria-label={text('cancelled.what')}>
          {names.map((name) => (
            <button
              key={name}
              type="button"
              className="hl-tab"
              aria-current={name === shown ? 'true' : undefined}
              onClick={() => void navigate({ to: '/vno/anuladas', search: name === 'ordenes' ? {} : { de: name } })}
            >
              {text(`cancelled.${name}`)}
            </button>
          ))}
        </nav>
      )}
      <ListScreen key={shown} list={lists[shown]} />
    </div>
  )
}
