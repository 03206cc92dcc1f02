import type { Access } from '@hilo/contract/accesses.ts'
import { eventType } from '@hilo/domain/status.ts'
import { Link } from '@tanstack/react-router'
import { choiceText } from '../../lists/text.ts'
import { Card } from '../../ui/Page.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { StateDot } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import styles from './diagnosis.module.css'

const { createListener } = eventType.is

/** The last ten things that were asked for on the line. */
export function AccessEvents({ access: { events } }: { access: Access }) {
  return (
    <Card title={text('access.events')}>
      {events === null || events.length === 0 ? (
        <p className={styles.hint}>{text('access.events.none')}</p>
      ) : (
        <ol className={styles.rows}>
          {events.map(({ id, code, type, process_state, work_kind, created_at }) => (
            <li key={id}>
              {type === createListener ? (
                <Link className="code" to="/vno/intervenciones/$id" params={{ id: String(id) }}>
                  {code}
                </Link>
              ) : (
                <span className="code">{code}</span>
              )}
              <StateDot enumeration="process_state" value={process_state} />
              <p>
                {work_kind === null ? text(eventType.of(type)?.label ?? '') : choiceText('work_kind', work_kind)},{' '}
                <time dateTime={created_at}>{formatDateTime(created_at)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

/** The ONTs that it had before. */
export function AccessOnts({ access: { onts } }: { access: Access }) {
  if (onts === null || onts.length === 0) return null
  return (
    <Card title={text('access.onts')}>
      <ol className={styles.rows}>
        {onts.map(({ serial, model, state, reason, replaced_by, at }) => (
          <li key={`${serial} ${at}`}>
            <span>
              <span className="code">{serial}</span> {model}
            </span>
            <ChoiceDot of="ont_change_state" word={state} />
            <p>
              {text('access.onts.replaced', { serial: replaced_by, reason: choiceText('ont_change_reason', reason) })},{' '}
              <time dateTime={at}>{formatDateTime(at)}</time>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
