import type { Output } from '@hilo/contract/index.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { QueryState, EmptyState } from '../../kit/QueryState.tsx'
import { Card, Page } from '../../kit/Page.tsx'
import { useCall } from '../../api/query.ts'
import { formatDateTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { ContactForm } from './ContactForm.tsx'
import styles from './contact.module.css'
import { SupportData } from './SupportData.tsx'

/** Message to support, and earlier messages. */
export function SupportScreen() {
  return (
    <Page title={text('support.title')} lead={text('support.lead')}>
      <div className={styles.columns}>
        <Card title={text('support.write')}>
          <ContactForm />
        </Card>
        <div className="grid gap-12 shrink">
          {attends() && (
            <Card title={text('support.received')}>
              <Received />
            </Card>
          )}
          <Card title={text('support.before')}>
            <Before />
          </Card>
          <Card title={text('support.data')}>
            <SupportData />
          </Card>
        </div>
      </div>
    </Page>
  )
}

/** Administrators of people read their messages. */
const attends = () => session.can('adminVNO_view') || session.can('admin_view')

function Before() {
  const answer = useCall('client_contact/get', {})
  return (
    <QueryState answer={answer} height={96}>
      {({ records }) =>
        records.length === 0 ? (
          <EmptyState title={text('support.none')}>{text('support.none.text')}</EmptyState>
        ) : (
          <Requests records={records} />
        )
      }
    </QueryState>
  )
}

/** Messages from the operator's people; a notice links to one. */
function Received() {
  const { peticion } = useSearch({ strict: false }) as { peticion?: string }
  const answer = useCall('client_contact/received', {})
  return (
    <QueryState answer={answer} height={96}>
      {({ records }) =>
        records.length === 0 ? (
          <EmptyState title={text('support.none')}>{text('support.received.none')}</EmptyState>
        ) : (
          <Requests records={records} named open={Number(peticion)} />
        )
      }
    </QueryState>
  )
}

interface RequestsProps {
  records: Output<'client_contact/get'>['records']
  /** Shows the author. */
  named?: boolean
  /** Id of the initially expanded message. */
  open?: number
}

function Requests({ records, named, open }: RequestsProps) {
  return (
    <ul className="grid">
      {records.map(({ id, subject, message, category, event, created_at, created_by }) => (
        <li key={id} className={styles.request}>
          <details open={id === open}>
            <summary className="phone-min-h-48">
              <strong className="anywhere">{subject}</strong>
              <span className="block small ink-2">
                {named && created_by?.name ? `${created_by.name}. ` : ''}
                {text(`contact.${category}`)}, {formatDateTime(created_at)}
              </span>
            </summary>
            <p className="ink-2 anywhere mt-4">{message}</p>
            {named && event && (
              <Link to="/vno/intervenciones/$id" params={{ id: String(event.id) }} className="code">
                {event.code}
              </Link>
            )}
          </details>
        </li>
      ))}
    </ul>
  )
}
