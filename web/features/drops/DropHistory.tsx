import type { Drop } from '@hilo/contract/drops.ts'
import { dropStates, dropTypes } from '@hilo/domain/status.ts'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import { choiceText } from '../../lists/text.ts'
import { formatDateTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import styles from './drop-page.module.css'

type Change = NonNullable<Drop['history']>[number]

const sets: Readonly<Record<string, { of: string; words: readonly string[] }>> = {
  state: { of: 'drop_state', words: dropStates },
  type: { of: 'drop_type', words: dropTypes },
}

/** Display text of a value; ids of ports are left out. */
function shown(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return text('form.nothing')
  const set = sets[field]
  if (set && typeof value === 'string' && set.words.includes(value)) return choiceText(set.of, value)
  return typeof value === 'object' ? text('drop.history.more') : String(value)
}

function nameOf(field: string): string | null {
  const key = `column.drops.${field}`
  return i18next.exists(key) ? text(key) : null
}

function sentences({ changes }: Change): string[] {
  const named = Object.entries(changes).flatMap(([field, { from, to }]) => {
    const name = nameOf(field)
    return name === null ? [] : [text('drop.history.change', { name, from: shown(field, from), to: shown(field, to) })]
  })
  if ('port_id' in changes) named.push(text('drop.history.port'))
  if ('access_id' in changes) named.push(text('drop.history.access'))
  return named.length > 0 ? named : [text('drop.history.other')]
}

/** History of a drop, newest first. */
export function DropHistory({ history }: { history: readonly Change[] }) {
  if (history.length === 0) return <p className="hl-hint">{text('drop.history.none')}</p>
  return (
    <ol className={`grid ${styles.history}`}>
      {history.map((change) => (
        <li
          className="grid gap-4 gap-x-16 line-bottom small phone-one"
          key={`${change.at} ${Object.keys(change.changes).join()}`}
        >
          <time className="ink-2" dateTime={change.at}>
            {formatDateTime(change.at)}
          </time>
          <span>{sentences(change).join(' ')}</span>
          <span className="ink-2">
            {change.event_id !== null ? (
              <Link to="/vno/intervenciones/$id" params={{ id: String(change.event_id) }}>
                {text('drop.history.event')}
              </Link>
            ) : (
              text(`drop.history.by.${change.actor_type ?? 'process'}`)
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
