import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useSend } from '../../api/use-send.ts'
import { text } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './public.module.css'

/** Between one code and the next, s. */
const patience = 30

/** Sends another code, when somebody has waited long enough for the first. */
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
      <button type="button" className={styles.plain} disabled={wait > 0 || sending} onClick={() => void resend()}>
        {wait > 0 ? text('reset.resend.wait', { seconds: wait }) : text('reset.resend')}
      </button>
      <p className={styles.told} role="status">
        {problem ?? (last.again ? text('reset.resent') : '')}
      </p>
    </>
  )
}
