import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/query.ts'
import { Asked } from '../../ui/Asked.tsx'
import { formatDate } from '../../ui/format.ts'
import { Card } from '../../ui/Page.tsx'
import { text } from '../../ui/text.ts'
import styles from './profile.module.css'

/** What is in force, and when the person accepted it. */
export function OwnAgreements() {
  const answer = useCall('agreements/get', {})
  return (
    <Card
      title={text('agreements.title')}
      aside={
        <Link to="/agreements" search={{ return_to_url: window.location.pathname }} className="hl-button hl-small">
          {text('agreements.read')}
        </Link>
      }
    >
      <Asked answer={answer} height={88}>
        {({ records }) => (
          <ul>
            {records.map(({ id, title, version, accepted_at }) => (
              <li key={id} className={styles.session}>
                <div>
                  <p className={styles.device}>{title}</p>
                  <p className={styles.note}>
                    {accepted_at === null
                      ? text('agreements.not_accepted', { version })
                      : text('agreements.accepted_version', { version, date: formatDate(accepted_at) })}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Asked>
    </Card>
  )
}
