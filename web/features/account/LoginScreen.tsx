import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { text } from '../../ui/text.ts'
import styles from './login.module.css'
import { PortsThread } from './PortsThread.tsx'

/** The server fills this in; anything but its mark for "yes" means a real installation. */
function isDemo(): boolean {
  const content = document.querySelector<HTMLMetaElement>('meta[name="hilo-demo"]')?.content
  return content === '1' || content === 'true'
}

export function LoginScreen({ returnTo }: { returnTo: string | undefined }) {
  const { info, accountType } = useSession()
  const withoutAccount = info.user.id > 0 && accountType === 'none'
  return (
    <main className={styles.screen} id="contenido">
      <PortsThread />
      <div className={styles.column}>
        <h1 className={styles.name}>{text('app.name')}</h1>
        <p className={styles.line}>{text('login.line')}</p>
        {withoutAccount && <p className={styles.notice}>{text('login.without_account')}</p>}
        {isDemo() && <Demo />}
        <div className={styles.foot}>
          <Link
            className="button"
            data-main
            to="/loading-oauth"
            search={returnTo === undefined ? {} : { return_to_url: returnTo }}
            role="button"
          >
            {text('login.enter')}
          </Link>
        </div>
      </div>
    </main>
  )
}

const accounts = ['admin', 'technician', 'neutral'] as const

function Demo() {
  return (
    <section className={styles.notice} aria-label={text('login.demo.title')}>
      <h2>{text('login.demo.title')}</h2>
      <p>{text('login.demo.text')}</p>
      <dl>
        {accounts.map((account) => (
          <div key={account}>
            <dt>{text(`login.demo.${account}`)}</dt>
            <dd>{text(`login.demo.${account}.mail`)}</dd>
          </div>
        ))}
        <div>
          <dt>{text('login.demo.password')}</dt>
          <dd>{text('login.demo.password.value')}</dd>
        </div>
      </dl>
    </section>
  )
}
