import { Link, useSearch } from '@tanstack/react-router'
import { useCall } from '../../api/query.ts'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { QueryState } from '../../kit/QueryState.tsx'
import { formatDate } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { isForeign } from './installation.ts'
import { invitationTrip } from './oauth.ts'
import { PublicPage } from './PublicPage.tsx'
import type { Invitation } from './records.ts'
import styles from './public.module.css'
import { SignupForm } from './SignupForm.tsx'
import { SignupRequest } from './SignupRequest.tsx'
import { SignupWays } from './SignupWays.tsx'

/** Token of a mailed link, which opening does not consume; a printed code is typed. */
function tokenOf(search: Readonly<Record<string, unknown>>): string | null {
  const token = search['token'] ?? search['codigo']
  return typeof token === 'string' && token.trim().length >= 8 ? token.trim() : null
}

/** Sign-up by invitation, or with the operator's code. */
export function SignupScreen() {
  const token = tokenOf(useSearch({ strict: false }))
  if (token !== null) return <ByInvitation token={token} />
  if (isForeign()) return <Refused sentence={text('signup.foreign')} />
  return <SignupRequest />
}

function ByInvitation({ token }: { token: string }) {
  const answer = useCall('account/invitation/get', { invitation_token: token })
  const { error } = answer
  if (error instanceof CallProblem && error.code.startsWith('INVITATION_'))
    return <Refused sentence={problemText(error)} />
  const { data } = answer
  return (
    <PublicPage
      title={data ? invitedTo(data.record) : text('signup.title')}
      lead={data ? leadOf(data.record) : text('signup.reading')}
      foot={<SignupWays />}
    >
      <QueryState answer={answer} height={420}>
        {({ record }) => (
          <>
            <Facts invitation={record} />
            {record.own_password ? <SignupForm token={token} invitation={record} /> : <Elsewhere token={token} />}
          </>
        )}
      </QueryState>
    </PublicPage>
  )
}

const invitedTo = ({ operator, approval }: Invitation) => {
  if (approval) return text('signup.confirmed')
  return operator === null ? text('signup.invited.neutral') : text('signup.invited', { operator })
}

const leadOf = ({ operator, approval }: Invitation) =>
  approval ? text('signup.confirmed.lead', { operator: operator ?? '' }) : text('signup.invited.lead')

function Facts({ invitation }: { invitation: Invitation }) {
  const { operator, role, contractor, invited_by, expires_at } = invitation
  const rows = [
    ['signup.invited_by', invited_by],
    ['profile.vno', operator],
    ['profile.role', role],
    ['profile.contractor', contractor],
    ['signup.expires', formatDate(expires_at)],
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

/** The identity is at another issuer: the invitation stays in this tab during the sign-in there. */
function Elsewhere({ token }: { token: string }) {
  return (
    <div className={styles.acts}>
      <p>{text('signup.elsewhere')}</p>
      <LinkButton to="/loading-oauth" search={{}} kind="main" size="large" onClick={() => invitationTrip.keep(token)}>
        {text('login.enter_company')}
      </LinkButton>
    </div>
  )
}

function Refused({ sentence }: { sentence: string }) {
  return (
    <PublicPage title={text('signup.refused')} lead={sentence} foot={<Link to="/ayuda">{text('help.link')}</Link>}>
      <div className={styles.acts}>
        <LinkButton to="/login" kind="main" size="large">
          {text('login.back')}
        </LinkButton>
      </div>
    </PublicPage>
  )
}
