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

function Before() {
  const answer = useCall('client_contact/get', {})
  return (
    <Asked answer={answer} height={96}>
      {({ records }) =>
        records.length === 0 ? (
          <Empty title={text('support.none')}>{text('support.none.text')}</Empty>
        ) : (
          <ul className={styles.requests}>
            {records.map(({ id, subject, message, category, created_at }) => (
              <li key={id} className={styles.request}>
                <details>
                  <summary>
                    <strong>{subject}</strong>
                    <span className={styles.meta}>
                      {text(`contact.${category}`)}, {formatDateTime(created_at)}
                    </span>
                  </summary>
                  <p>{message}</p>
                </details>
              </li>
            ))}
          </ul>
        )
      }
    </Asked>
  )
}
