import { Link } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/query.ts'
import { session, useSession } from '../../api/session.ts'
import { Button } from '../../kit/Button.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { redirectTo } from './redirect-to.ts'
import styles from './pending.module.css'
import { PublicPage } from './PublicPage.tsx'
import { useSignOut } from './use-sign-out.ts'

/** Poll interval for the approval, ms. */
const everyMs = 10_000

/** Polls the session until the account is approved, then enters. */
function useApproval(): void {
  useEffect(() => {
    const ask = async () => {
      if (document.hidden) return
      await session.accept(await call('account/check_login', {}))
      if (session.isSignedIn() && !session.isPendingApproval()) redirectTo(null)
    }
    // Ignored: the next poll tries again.
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

/** Waiting for approval: what is done, what comes next, and who has to act. */
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
      <ol className="grid gap-16">
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
      <Button size="large" onClick={signOut}>
        {text('shell.sign_out')}
      </Button>
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
