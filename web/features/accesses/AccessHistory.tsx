import type { Access } from '@hilo/contract/accesses/accesses.ts'
import { eventType } from '@hilo/domain/status.ts'
import { Link } from '@tanstack/react-router'
import { choiceText } from '../../lists/text.ts'
import { Card } from '../../kit/Page.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { StateDot } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import styles from './diagnosis.module.css'

const { createListener } = eventType.is

/** The last ten requests on the line. */
export function AccessEvents({ access: { events } }: { access: Access }) {
  return (
    <Card title={text('access.events')}>
      {events === null || events.length === 0 ? (
        <p className="lines-xs ink-2">{text('access.events.none')}</p>
      ) : (
        <ol className={`grid gap-10 ${styles.rows}`}>
          {events.map(({ id, code, type, process_state, work_kind, created_at }) => (
            <li className="lines-xs grid" key={id}>
              {type === createListener ? (
                <Link className="code" to="/vno/intervenciones/$id" params={{ id: String(id) }}>
                  {code}
                </Link>
              ) : (
                <span className="code">{code}</span>
              )}
              <StateDot enumeration="process_state" value={process_state} />
              <p className="ink-2 whole-row">
                {work_kind === null ? text(eventType.of(type)?.label ?? '') : choiceText('work_kind', work_kind)},{' '}
                <time className="ink-2" dateTime={created_at}>
                  {formatDateTime(created_at)}
                </time>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

/** Previous ONTs. */
export function AccessOnts({ access: { onts } }: { access: Access }) {
  if (onts === null || onts.length === 0) return null
  return (
    <Card title={text('access.onts')}>
      <ol className={`grid gap-10 ${styles.rows}`}>
        {onts.map(({ serial, model, state, reason, replaced_by, at }) => (
          <li className="lines-xs grid" key={`${serial} ${at}`}>
            <span>
              <span className="code">{serial}</span> {model}
            </span>
            <ChoiceDot of="ont_change_state" word={state} />
            <p className="ink-2 whole-row">
              {text('access.onts.replaced', { serial: replaced_by, reason: choiceText('ont_change_reason', reason) })},{' '}
              <time className="ink-2" dateTime={at}>
                {formatDateTime(at)}
              </time>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
