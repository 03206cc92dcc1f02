import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '../../api/session.ts'
import { Button } from '../../kit/Button.tsx'
import { unsentMark } from '../../offline/unsent-mark.ts'
import { text } from '../../ui/text.ts'
import styles from './login.module.css'
import { isDemo, isForeign } from './installation.ts'
import { invitationTrip } from './oauth.ts'
import { PortsThread } from './PortsThread.tsx'

/** Needed only if a session ended with unsent work. */
const UnsentHere = lazy(() => import('./UnsentHere.tsx').then((part) => ({ default: part.UnsentHere })))

export function LoginScreen({ returnTo }: { returnTo: string | undefined }) {
  const navigate = useNavigate()
  const { info, accountType } = useSession()
  const withoutAccount = info.user.id > 0 && accountType === 'none'
  const search = returnTo === undefined ? {} : { return_to_url: returnTo }
  const enter = async () => {
    await invitationTrip.forget()
    await navigate({ to: '/loading-oauth', search })
  }
  return (
    <main className={styles.screen} id="contenido">
      <PortsThread />
      <div className={styles.column}>
        <h1 className={styles.name}>{text('app.name')}</h1>
        <p className={styles.line}>{text('login.line')}</p>
        {withoutAccount && <p className={styles.notice}>{text('login.without_account')}</p>}
        {isDemo() && <Demo />}
        {unsentMark.all().length > 0 && (
          <Suspense>
            <UnsentHere />
          </Suspense>
        )}
        <div className={`${styles.foot} grid`}>
          <Button kind="main" size="large" onClick={() => void enter()}>
            {text(isForeign() ? 'login.enter_company' : 'login.enter')}
          </Button>
          <nav className={`${styles.ways} flex wrap between gap-x-10 mt-10`} aria-label={text('login.ways')}>
            {!isForeign() && <Link to="/password-reset">{text('login.forgotten')}</Link>}
            {!isForeign() && <Link to="/signup">{text('login.signup')}</Link>}
            <Link to="/codigo">{text('login.code')}</Link>
            <Link to="/ayuda">{text('help.link')}</Link>
            <Link to="/verificar">{text('discharge.check.link')}</Link>
          </nav>
        </div>
      </div>
    </main>
  )
}

function Demo() {
  return (
    <p className={styles.notice}>
      <strong>{text('login.demo.title')}</strong> {text('login.demo.text')}
    </p>
  )
}
