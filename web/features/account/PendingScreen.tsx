import { Link } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/query.ts'
import { session, useSession } from '../../api/session.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { leaveFor } from './leave-for.ts'
import styles from './pending.module.css'
import { PublicPage } from './PublicPage.tsx'
import { useSignOut } from './use-sign-out.ts'

/** Between one question whether the account has been approved and the next, ms. */
const everyMs = 10_000

/** Asks who is signed in until the account may work, and then goes in. */
function useApproval(): void {
  useEffect(() => {
    const ask = async () => {
      if (document.hidden) return
      await session.accept(await call('account/check_login', {}))
      if (session.isSignedIn() && !session.isWaiting()) leaveFor(null)
    }
    // Without an answer nothing has been decided: the next one will tell.
    const quietly = () => void ask().catch(() => undefined)
    quietly()
    const timer = setInterval(quietly, everyMs)
    document.addEventListener('visibilitychange', quietly)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', quietly)
    }
  }, [])
}

/** For whoever has signed up and waits: what has been done, what comes next, who has to do it. */
export function PendingScreen() {
  useApproval()
  const { info } = useSession()
  const signOut = useSignOut()
  const agreements = useCall('agreements/get', {})
  const due = agreements.data?.records.some(({ mandatory, accepted_at }) => mandatory && accepted_at === null) === true
  const operator = (info.vno_admin_account ?? info.technical_account)?.vno.name
  return (
    <PublicPage
      title={text('pending.title')}
      lead={operator === undefined ? text('pending.lead') : text('pending.lead_of', { operator })}
      foot={
        <>
          <Link to="/ayuda">{text('help.link')}</Link>
          <Link to="/agreements" search={{ return_to_url: '/pendiente' }}>
            {text('agreements.title')}
          </Link>
        </>
      }
    >
      <ol className={styles.steps}>
        <Step done title={text('pending.step.asked')}>
          {info.user.email !== '' && text('pending.step.asked.text', { name: info.user.name, email: info.user.email })}
        </Step>
        <Step done={!due} title={text('pending.step.agreed')}>
          {due && (
            <Link to="/agreements" search={{ return_to_url: '/pendiente' }}>
              {text('pending.step.agree')}
            </Link>
          )}
        </Step>
        <Step doing={!due} title={text('pending.step.approval')}>
          {text('pending.step.approval.text')}
        </Step>
      </ol>
      <p className={styles.live} role="status">
        {text('pending.live')}
      </p>
      <button type="button" className="button" onClick={signOut}>
        {text('shell.sign_out')}
      </button>
    </PublicPage>
  )
}

interface StepProps {
  done?: boolean
  doing?: boolean
  title: string
  children?: ReactNode
}

function Step({ done, doing, title, children }: StepProps) {
  const kind = done ? 'check' : doing ? 'doing' : 'ring'
  return (
    <li className={styles.step}>
      <Shape kind={kind} tone={done ? 'success' : 'medium'} size={16} />
      <div>
        <strong>{title}</strong>
        {children !== undefined && children !== false && <p>{children}</p>}
      </div>
    </li>
  )
}
