import { useCall } from '../../api/query.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { QueryState } from '../../kit/QueryState.tsx'
import { formatDate } from '../../ui/format.ts'
import { Card } from '../../kit/Page.tsx'
import { text } from '../../ui/text.ts'
import styles from './profile.module.css'

/** Agreements in force, with their acceptance dates. */
export function OwnAgreements() {
  const answer = useCall('agreements/get', {})
  return (
    <Card
      title={text('agreements.title')}
      aside={
        <LinkButton to="/agreements" search={{ return_to_url: window.location.pathname }} size="small">
          {text('agreements.read')}
        </LinkButton>
      }
    >
      <QueryState answer={answer} height={88}>
        {({ records }) => (
          <ul>
            {records.map(({ id, title, version, accepted_at }) => (
              <li key={id} className={styles.session}>
                <div>
                  <p className="flex wrap semibold gap-x-10">{title}</p>
                  <p className="small ink-2">
                    {accepted_at === null
                      ? text('agreements.not_accepted', { version })
                      : text('agreements.accepted_version', { version, date: formatDate(accepted_at) })}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Card>
  )
}
