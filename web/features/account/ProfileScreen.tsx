import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { native } from '../../native/index.ts'
import '../../lists/lists.css'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { QueryState } from '../../kit/QueryState.tsx'
import { Card, Page } from '../../kit/Page.tsx'
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
import { turnPushOff, turnPushOn, useBrowserPush, type BrowserPush } from '../../api/browser-push.ts'
import { Button } from '../../kit/Button.tsx'
import { useInstallWay } from '../../ui/install.ts'
import { usePushTurn } from '../../ui/use-push-turn.ts'

/** Own data, password, sessions, agreements, and signing out. */
export function ProfileScreen() {
  const person = useCall('account/get', {})
  const support = session.get().accountType === 'te' ? '/tecnico/soporte' : '/vno/soporte'
  return (
    <Page title={text('profile.title')} actions={<LinkButton to={support}>{text('support.title')}</LinkButton>}>
      <div className={styles.columns}>
        <div className="grid gap-12 one-column">
          <Card title={text('profile.data')}>
            <QueryState answer={person} height={360}>
              {({ record }) => <PersonCard opened={record} />}
            </QueryState>
          </Card>
          <Card title={text('profile.password')}>
            {isForeign() ? <p className="ink-2">{text('profile.password.foreign')}</p> : <PasswordForm />}
          </Card>
          {!isForeign() && <Passkeys />}
        </div>
        <div className="grid gap-12 one-column">
          <Sessions />
          {session.get().accountType === 'te' && !native && <PhoneNotices />}
          <Devices />
          <OwnAgreements />
          <OwnAccount />
        </div>
      </div>
    </Page>
  )
}

/** Notices of this browser while the application is closed: state, and a button where the user can change it. */
function PhoneNotices() {
  const state = useBrowserPush()
  return (
    <Card title={text('tech.push.title')}>
      {state === null ? <p className="ink-2">{text('tech.loading')}</p> : <PushState state={state} />}
    </Card>
  )
}

function PushState({ state }: { state: BrowserPush }) {
  const { busy, turn } = usePushTurn()
  const mustInstall = useInstallWay() === 'instructions'
  const on = state === 'on'
  return (
    <div className={styles.session}>
      <div>
        <p role="status">{text(state === 'unsupported' && mustInstall ? 'tech.push.install' : `tech.push.${state}`)}</p>
      </div>
      {(on || state === 'off') && (
        <Button size="small" busy={busy} disabled={busy} onClick={() => void turn(on ? turnPushOff : turnPushOn)}>
          {text(on ? 'tech.push.turn_off' : 'tech.push.turn_on')}
        </Button>
      )}
    </div>
  )
}
