import { eventTimes } from '@hilo/domain/event.ts'
import { useState } from 'react'
import { useSend } from '../../../api/use-send.ts'
import { serverNow } from '../../../api/clock.ts'
import { Button } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { useOnline } from '../../../offline/use-outbox.ts'
import { formatTime } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { toast } from '../../../kit/toasts.tsx'
import { InProgress } from '../InProgress.tsx'
import { HairFrame } from './HairFrame.tsx'
import { boardPath } from '../paths.ts'
import css from '../phone.module.css'
import type { HairChange } from './use-hair.ts'
import { useSeconds } from '../use-work.ts'
import type { Work } from '../work.ts'

/** State of an undecided request; `change` is null while the request is unsent. */
export function HairWaiting({ work, change }: { work: Work; change: HairChange | null }) {
  useSeconds()
  const online = useOnline()
  const [opened] = useState(serverNow)
  const since = change ? Date.parse(change.asked_at) : opened
  const long = change !== null && serverNow() - since > eventTimes.spinner
  const away = long || !online
  const sentence = () => {
    if (!online) return text('tech.hair.offline')
    if (change === null) return text('tech.hair.sending')
    if (change.waiting) {
      const by = change.sla_at ?? change.deadline_at
      return text('tech.hair.operator', { time: by === null ? '' : formatTime(by) })
    }
    return text(long ? 'tech.hair.long' : 'tech.hair.deciding')
  }
  return (
    <HairFrame
      work={work}
      title={text(online ? 'tech.hair.waiting' : 'tech.hair.pending')}
      sub={text('tech.hair.waiting.sub', { port: change?.port_from_number ?? work.port_number ?? '' })}
      above={change !== null && <Withdraw change={change} />}
      main={
        <LinkButton kind={away ? 'second' : 'main'} size="glove" shape="wide" to={away ? '/tecnico' : boardPath(work)}>
          {text(away ? 'tech.to_today' : 'tech.see_box')}
        </LinkButton>
      }
    >
      <InProgress sentence={sentence()} still={long || !online} />
      <p className={css.note} style={{ textAlign: 'center' }}>
        {text('tech.hair.hands_off')}
      </p>
    </HairFrame>
  )
}

/** Withdraws a request, or declines an offered port. */
export function Withdraw({ change, name = 'tech.hair.withdraw' }: { change: HairChange; name?: string }) {
  const { send, sending, problem } = useSend('admin_vno/hair_changes/withdraw')
  const withdraw = async () => {
    const sent = await send({ request_id: change.id, version: change.version })
    if (sent?.answer) toast.success(text('tech.hair.withdrawn'))
  }
  return (
    <>
      {problem && (
        <p className={`${css.note} ${css.bad}`} role="alert">
          {problem}
        </p>
      )}
      <Button size="glove" shape="wide" style={{ marginBottom: 8 }} busy={sending} onClick={() => void withdraw()}>
        {text(name)}
      </Button>
    </>
  )
}
