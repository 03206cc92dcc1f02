import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import '../../lists/lists.css'
import { Asked } from '../../ui/Asked.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { text } from '../../ui/text.ts'
import { Devices } from './Devices.tsx'
import { isForeign } from './installation.ts'
import { OwnAccount } from './OwnAccount.tsx'
import { OwnAgreements } from './OwnAgreements.tsx'
import { Passkeys } from './Passkeys.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PersonCard } from './PersonCard.tsx'
import styles from './profile.module.css'
import { Sessions } from './Sessions.tsx'

/** One's own data and password, where one is signed in, what one has agreed to, and the way out. */
export function ProfileScreen() {
  const person = useCall('account/get', {})
  const support = session.get().accountType === 'te' ? '/tecnico/soporte' : '/vno/soporte'
  return (
    <Page
      title={text('profile.title')}
      actions={
        <Link to={support} className="hl-button">
          {text('support.title')}
        </Link>
      }
    >
      <div className={styles.columns}>
        <div className={styles.column}>
          <Card title={text('profile.data')}>
            <Asked answer={person} height={360}>
              {({ record }) => <PersonCard opened={record} />}
            </Asked>
          </Card>
          <Card title={text('profile.password')}>
            {isForeign() ? <p className={styles.said}>{text('profile.password.foreign')}</p> : <PasswordForm />}
          </Card>
          {!isForeign() && <Passkeys />}
        </div>
        <div className={styles.column}>
          <Sessions />
          <Devices />
          <OwnAgreements />
          <OwnAccount />
        </div>
      </div>
    </Page>
  )
}
