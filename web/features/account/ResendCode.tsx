import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useSend } from '../../api/use-send.ts'
import { Press } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './public.module.css'

/** Wait between codes, s. */
const patience = 30

/** Sends another code after the wait. */
export function ResendCode({ email, sent }: { email: string; sent: () => void }) {
  const { send, sending, problem } = useSend('account/password/request_reset')
  const [last, setLast] = useState({ at: serverNow(), again: false })
  const now = useNow(1000)
  const wait = Math.ceil((last.at - now) / 1000) + patience
  if (email.trim() === '') return null
  const resend = async () => {
    const answer = await send({ email: email.trim().toLowerCase() })
    if (!answer?.answer) return
    setLast({ at: serverNow(), again: true })
    sent()
  }
  return (
    <>
      <Press
        className={`${styles.plain} centered semibold plain pointer px-12 min-h-44 no-border no-ground accent`}
        disabled={wait > 0 || sending}
        onClick={() => void resend()}
      >
        {wait > 0 ? text('reset.resend.wait', { seconds: wait }) : text('reset.resend')}
      </Press>
      <p className={styles.told} role="status">
        {problem ?? (last.again ? text('reset.resent') : '')}
      </p>
    </>
  )
}
