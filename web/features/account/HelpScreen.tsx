import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { text } from '../../ui/text.ts'
import { ContactForm } from './ContactForm.tsx'
import styles from './help.module.css'
import { isForeign } from './installation.ts'
import { PublicPage } from './PublicPage.tsx'
import { SupportData } from './SupportData.tsx'

/** What happens to whoever cannot get in, each with what to do. */
const cases = ['password', 'code', 'invitation', 'new', 'waiting', 'suspended', 'field'] as const
const ofForeign: readonly string[] = ['invitation', 'waiting', 'suspended', 'field']
const ways = {
  password: { to: '/password-reset', label: 'login.forgotten' },
  code: { to: '/password-reset', label: 'help.code.way' },
  new: { to: '/signup', label: 'login.signup' },
} as const

/** For whoever cannot get in. */
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
      <section className={styles.part} aria-labelledby="help-write">
        <h2 id="help-write">{text('help.write')}</h2>
        {signedIn ? <ContactForm /> : <p>{text('help.write.stranger')}</p>}
      </section>
      <section className={styles.part} aria-labelledby="help-data">
        <h2 id="help-data">{text('help.data')}</h2>
        <p>{text('help.data.text')}</p>
        <SupportData />
      </section>
    </PublicPage>
  )
}

function Case({ name }: { name: (typeof cases)[number] }) {
  const way = name in ways ? ways[name as keyof typeof ways] : null
  return (
    <details className={styles.case}>
      <summary>
        <h2>{text(`help.case.${name}`)}</h2>
      </summary>
      <p>{text(`help.case.${name}.text`)}</p>
      {way !== null && <Link to={way.to}>{text(way.label)}</Link>}
    </details>
  )
}
