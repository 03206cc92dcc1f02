import { IconBellRinging } from '@tabler/icons-react'
import { useState } from 'react'
import { askForPushLater, mayAskForPush, turnPushOn, useBrowserPush } from '../../../api/browser-push.ts'
import { serverNow } from '../../../api/clock.ts'
import { Button } from '../../../kit/Button.tsx'
import { text } from '../../../ui/text.ts'
import { usePushTurn } from '../../../ui/use-push-turn.ts'
import css from '../phone.module.css'
import today from './today.module.css'

/** Offers the notices while the application is closed, once there is work that they are about. */
export function PushCard() {
  const state = useBrowserPush()
  const { busy, turn } = usePushTurn()
  const [later, setLater] = useState(false)
  if (state !== 'off' || later || !mayAskForPush(serverNow())) return null
  const putOff = () => {
    askForPushLater(serverNow())
    setLater(true)
  }
  return (
    <section className={css.card} aria-label={text('tech.push.title')} style={{ marginBottom: 12 }}>
      <span className={today.top}>
        <IconBellRinging size={28} stroke={1.8} aria-hidden />
        <span style={{ flex: 1 }}>{text('tech.push.title')}</span>
      </span>
      <p className={css.note}>{text('tech.push.question')}</p>
      <div className={css.row} style={{ marginTop: 12 }}>
        <Button size="glove" onClick={putOff}>
          {text('tech.push.later')}
        </Button>
        <Button kind="main" size="glove" busy={busy} disabled={busy} onClick={() => void turn(turnPushOn)}>
          {text('tech.push.turn_on')}
        </Button>
      </div>
    </section>
  )
}
