import { Link } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { text } from '../../ui/text.ts'
import styles from './neighbours.module.css'

/** The screens about neighbours, where the menu does not show them. */
export function Sections() {
  return (
    <nav className={styles.sections} aria-label={text('menu.neighbours')}>
      <Link to="/vno/vecinos" activeOptions={{ exact: true, includeSearch: false }}>
        {text('menu.under.neighbours')}
      </Link>
      {session.can('massive-neighbor-request_view') && (
        <Link to="/vno/vecinos/masiva" activeOptions={{ includeSearch: false }}>
          {text('menu.under.massive')}
        </Link>
      )}
      <Link to="/vno/vecinos/desconectados" activeOptions={{ includeSearch: false }}>
        {text('menu.under.unplugged')}
      </Link>
      <Link to="/vno/vecinos/cortes" activeOptions={{ includeSearch: false }}>
        {text('menu.under.cuts')}
      </Link>
    </nav>
  )
}
