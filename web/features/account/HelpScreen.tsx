import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { text } from '../../ui/text.ts'
import { ContactForm } from './ContactForm.tsx'
import styles from './help.module.css'
import { isForeign } from './installation.ts'
import { PublicPage } from './PublicPage.tsx'
import { SupportData } from './SupportData.tsx'

/** Sign-in problems, each with its solution. */
const cases = ['password', 'code', 'invitation', 'new', 'waiting', 'suspended', 'field'] as const
const ofForeign: readonly string[] = ['invitation', 'waiting', 'suspended', 'field']
const ways = {
  password: { to: '/password-reset', label: 'login.forgotten' },
  code: { to: '/password-reset', label: 'help.code.way' },
  new: { to: '/signup', label: 'login.signup' },
} as const

/** Help for sign-in problems. */
export function HelpScreen() {
  const signedIn = useSession().info.user.id > 0
  return (
    <PublicPage
      wide
      title={text('help.title')}
      lead={text('help.lead')}
      foot={<Link to="/login">{text('login.back')}</Link>}
    >
      <div className={styles.cases}>
        {cases
          .filter((one) => !isForeign() || ofForeign.includes(one))
          .map((one) => (
            <Case key={one} name={one} />
          ))}
      </div>
      <section className={`grid gap-10 ${styles.part}`} aria-labelledby="help-write">
        <h2 id="help-write">{text('help.write')}</h2>
        {signedIn ? <ContactForm /> : <p className="ink-2">{text('help.write.stranger')}</p>}
      </section>
      <section className={`grid gap-10 ${styles.part}`} aria-labelledby="help-data">
        <h2 id="help-data">{text('help.data')}</h2>
        <p className="ink-2">{text('help.data.text')}</p>
        <SupportData />
      </section>
    </PublicPage>
  )
}

function Case({ name }: { name: (typeof cases)[number] }) {
  const way = name in ways ? ways[name as keyof typeof ways] : null
  return (
    <details className={styles.case}>
      <summary className="flex middle between gap-12 p-8-16 no-bullets">
        <h2>{text(`help.case.${name}`)}</h2>
      </summary>
      <p className="ink-2">{text(`help.case.${name}.text`)}</p>
      {way !== null && (
        <Link className="middle semibold px-16 min-h-44 accent" to={way.to}>
          {text(way.label)}
        </Link>
      )}
    </details>
  )
}
