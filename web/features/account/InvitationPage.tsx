import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { invitationTrip } from './oauth.ts'
import { PublicPage } from './PublicPage.tsx'
import type { Invitation } from './records.ts'
import styles from './public.module.css'
import { SignupForm } from './SignupForm.tsx'

interface InvitationPageProps {
  /** Token of an invitation or an address confirmation, or a printed code. */
  token: string
  invitation: Invitation
  foot: ReactNode
}

/** What an invitation or a printed code is for, and how it is accepted. */
export function InvitationPage({ token, invitation, foot }: InvitationPageProps) {
  const { purpose, own_password } = invitation
  const { title, lead } = wordsOf(invitation)
  // Nothing can be linked here, so its account is of no interest either.
  const needless = purpose === 'link' && own_password
  return (
    <PublicPage title={title} lead={lead} foot={foot}>
      {!needless && <Facts invitation={invitation} />}
      {needless && <Back />}
      {!needless && own_password && <SignupForm token={token} invitation={invitation} />}
      {!own_password && <Elsewhere token={token} invitation={invitation} />}
    </PublicPage>
  )
}

interface Words {
  title: string
  lead: ReactNode
}

function wordsOf({ purpose, operator, name, role, own_password }: Invitation): Words {
  const toDo = own_password ? text('signup.invited.lead') : undefined
  if (purpose === 'signup')
    return { title: text('signup.confirmed'), lead: text('signup.confirmed.lead', { operator: operator ?? '' }) }
  if (purpose === 'invitation') {
    const title = operator === null ? text('signup.invited.neutral') : text('signup.invited', { operator })
    return { title, lead: toDo }
  }
  if (purpose === 'link') {
    if (own_password) return { title: text('code.needless'), lead: text('code.needless.lead') }
    const of = { name: name ?? '', role, operator: operator ?? text('code.neutral') }
    return { title: text('code.link'), lead: text('code.link.lead', of) }
  }
  const lead = [text(`code.${purpose}.lead`), toDo].filter((sentence) => sentence !== undefined).join(' ')
  return { title: text(`code.${purpose}`), lead }
}

function Facts({ invitation }: { invitation: Invitation }) {
  const { purpose, operator, role, contractor, invited_by, expires_at } = invitation
  const rows = [
    ['signup.invited_by', invited_by],
    ['profile.vno', operator],
    ['profile.role', role],
    ['profile.contractor', contractor],
    // Only invitations live for days.
    ['signup.expires', purpose === 'invitation' ? formatDate(expires_at) : formatDateTime(expires_at)],
  ] as const
  return (
    <dl className={`${styles.note} grid gap-6 ${styles.facts}`}>
      {rows.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{text(name)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** The identity is at another issuer: the token is kept during the sign-in there. */
function Elsewhere({ token, invitation: { purpose, name } }: Omit<InvitationPageProps, 'foot'>) {
  const navigate = useNavigate()
  const enter = async () => {
    await invitationTrip.keep(token)
    await navigate({ to: '/loading-oauth', search: {} })
  }
  return (
    <div className={styles.acts}>
      <p>{purpose === 'link' ? text('code.link.elsewhere', { name: name ?? '' }) : text(elsewhere[purpose])}</p>
      <Button kind="main" size="large" onClick={() => void enter()}>
        {text('login.enter_company')}
      </Button>
    </div>
  )
}

const elsewhere = {
  invitation: 'signup.elsewhere',
  signup: 'signup.elsewhere',
  first: 'code.elsewhere',
  administrator: 'code.elsewhere',
} as const

const Back = () => (
  <div className={styles.acts}>
    <LinkButton to="/login" kind="main" size="large">
      {text('login.back')}
    </LinkButton>
  </div>
)
