import { turnPushOff, turnPushOn, useBrowserPush, type BrowserPush } from '../../api/browser-push.ts'
import { Button } from '../../kit/Button.tsx'
import { Card } from '../../kit/Page.tsx'
import { useInstallWay } from '../../ui/install.ts'
import { text } from '../../ui/text.ts'
import { usePushTurn } from '../../ui/use-push-turn.ts'
import styles from './profile.module.css'

/** Notices of this browser while the application is closed: state, and a button where the user can change it. */
export function PhoneNotices() {
  const state = useBrowserPush()
  return (
    <Card title={text('tech.push.title')}>
      {state === null ? <p className="ink-2">{text('tech.loading')}</p> : <State state={state} />}
    </Card>
  )
}

function State({ state }: { state: BrowserPush }) {
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
