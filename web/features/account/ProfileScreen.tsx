import { useSession } from '../../api/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { text } from '../../ui/text.ts'
import { profileRows } from './profile-rows.ts'
import styles from './profile.module.css'
import { Sessions } from './Sessions.tsx'

/** One's own data and open sessions. */
export function ProfileScreen() {
  const { info } = useSession()
  return (
    <div className={styles.screen}>
      <h1>{text('profile.title')}</h1>
      <section className={styles.card} aria-label={text('profile.data')}>
        <div className={styles.person}>
          <Avatar name={info.user.name} size={52} />
          <div>
            <p className={styles.name}>{info.user.name}</p>
            <p className={styles.mail}>{info.user.email}</p>
          </div>
        </div>
        <dl className={styles.rows}>
          {profileRows(info).map(([name, value]) => (
            <div key={name}>
              <dt>{text(`profile.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Sessions />
    </div>
  )
}
