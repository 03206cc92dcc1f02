import { Link, useSearch } from '@tanstack/react-router'
import { useCall } from '../../api/query.ts'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { QueryState } from '../../kit/QueryState.tsx'
import { text } from '../../ui/text.ts'
import { isForeign } from './installation.ts'
import { InvitationPage } from './InvitationPage.tsx'
import { PublicPage } from './PublicPage.tsx'
import styles from './public.module.css'
import { SignupRequest } from './SignupRequest.tsx'
import { SignupWays } from './SignupWays.tsx'

/** Token of a mailed link, which opening does not consume. */
function tokenOf({ token }: Readonly<Record<string, unknown>>): string | null {
  return typeof token === 'string' && token.trim().length >= 8 ? token.trim() : null
}

/** Sign-up by invitation, or with the operator's code. */
export function SignupScreen() {
  const token = tokenOf(useSearch({ strict: false }))
  if (token !== null) return <ByInvitation token={token} />
  if (isForeign()) return <Refused sentence={text('signup.foreign')} code />
  return <SignupRequest />
}

function ByInvitation({ token }: { token: string }) {
  const answer = useCall('account/invitation/get', { invitation_token: token })
  const { data, error } = answer
  if (error instanceof CallProblem && error.code.startsWith('INVITATION_'))
    return <Refused sentence={problemText(error)} />
  if (data) return <InvitationPage token={token} invitation={data.record} foot={<SignupWays />} />
  return (
    <PublicPage title={text('signup.title')} lead={text('signup.reading')} foot={<SignupWays />}>
      <QueryState answer={answer} height={420}>
        {() => null}
      </QueryState>
    </PublicPage>
  )
}

/** `code`: also offers the page for printed codes. */
function Refused({ sentence, code = false }: { sentence: string; code?: boolean }) {
  return (
    <PublicPage title={text('signup.refused')} lead={sentence} foot={<Link to="/ayuda">{text('help.link')}</Link>}>
      <div className={styles.acts}>
        <LinkButton to="/login" kind="main" size="large">
          {text('login.back')}
        </LinkButton>
        {code && (
          <LinkButton to="/codigo" size="large">
            {text('login.code')}
          </LinkButton>
        )}
      </div>
    </PublicPage>
  )
}
