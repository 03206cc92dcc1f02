import type { Output } from '@hilo/contract/index.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { Asked, Empty } from '../../ui/Asked.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { useCall } from '../../api/query.ts'
import { formatDateTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { ContactForm } from './ContactForm.tsx'
import styles from './contact.module.css'
import { SupportData } from './SupportData.tsx'

/** Writing to whoever helps, and what was written before. */
export function SupportScreen() {
  return (
    <Page title={text('support.title')} lead={text('support.lead')}>
      <div className={styles.columns}>
        <Card title={text('support.write')}>
          <ContactForm />
        </Card>
        <div className={styles.side}>
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

/** Who administers people reads what they wrote. */
const attends = () => session.can('adminVNO_view') || session.can('admin_view')

function Before() {
  const answer = useCall('client_contact/get', {})
  return (
    <Asked answer={answer} height={96}>
      {({ records }) =>
        records.length === 0 ? (
          <Empty title={text('support.none')}>{text('support.none.text')}</Empty>
        ) : (
          <Requests records={records} />
        )
      }
    </Asked>
  )
}

/** What others of the operator wrote; a notice leads to one of them. */
function Received() {
  const { peticion } = useSearch({ strict: false }) as { peticion?: string }
  const answer = useCall('client_contact/received', {})
  return (
    <Asked answer={answer} height={96}>
      {({ records }) =>
        records.length === 0 ? (
          <Empty title={text('support.none')}>{text('support.received.none')}</Empty>
        ) : (
          <Requests records={records} named open={Number(peticion)} />
        )
      }
    </Asked>
  )
}

interface RequestsProps {
  records: Output<'client_contact/get'>['records']
  /** Shows who wrote each. */
  named?: boolean
  /** The one that is open to begin with. */
  open?: number
}

function Requests({ records, named, open }: RequestsProps) {
  return (
    <ul className={styles.requests}>
      {records.map(({ id, subject, message, category, event, created_at, created_by }) => (
        <li key={id} className={styles.request}>
          <details open={id === open}>
            <summary>
              <strong>{subject}</strong>
              <span className={styles.meta}>
                {named && created_by?.name ? `${created_by.name}. ` : ''}
                {text(`contact.${category}`)}, {formatDateTime(created_at)}
              </span>
            </summary>
            <p>{message}</p>
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
