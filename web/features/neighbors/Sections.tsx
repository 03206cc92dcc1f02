import { Link } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { text } from '../../ui/text.ts'
import styles from './neighbours.module.css'

/** Links to the neighbour screens, where the menu hides them. */
export function Sections() {
  return (
    <nav className={`gap-16 scroll-x ${styles.sections} no-bars`} aria-label={text('menu.neighbours')}>
      <Link className="nowrap ink-2" to="/vno/vecinos" activeOptions={{ exact: true, includeSearch: false }}>
        {text('menu.under.neighbours')}
      </Link>
      {session.can('massive-neighbor-request_view') && (
        <Link className="nowrap ink-2" to="/vno/vecinos/masiva" activeOptions={{ includeSearch: false }}>
          {text('menu.under.massive')}
        </Link>
      )}
      <Link className="nowrap ink-2" to="/vno/vecinos/desconectados" activeOptions={{ includeSearch: false }}>
        {text('menu.under.unplugged')}
      </Link>
      <Link className="nowrap ink-2" to="/vno/vecinos/cortes" activeOptions={{ includeSearch: false }}>
        {text('list.uncovered_cuts.title')}
      </Link>
    </nav>
  )
}
