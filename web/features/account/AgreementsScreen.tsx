import { safeReturnTo } from '@hilo/domain/return-to.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { useCall, queryClient } from '../../api/query.ts'
import { session, useSession } from '../../api/session.ts'
import { Press } from '../../kit/Button.tsx'
import { QueryState } from '../../kit/QueryState.tsx'
import { text } from '../../ui/text.ts'
import { AgreementCard } from './AgreementCard.tsx'
import { redirectTo } from './redirect-to.ts'
import { PublicPage } from './PublicPage.tsx'
import type { Agreement } from './records.ts'
import styles from './public.module.css'
import { useSignOut } from './use-sign-out.ts'

/** True for an agreement that blocks the session until it is accepted. */
const isDue = ({ mandatory, accepted_at }: Agreement) => mandatory && accepted_at === null

/** Agreements to accept before continuing, one at a time; otherwise, and without a session, those in force. */
export function AgreementsScreen() {
  const answer = useCall('agreements/get', {})
  useSession()
  const { return_to_url: returnTo } = useSearch({ strict: false })
  const due = answer.data?.records.filter(isDue) ?? []
  const barred = session.isSignedIn() && due.length > 0
  return (
    <PublicPage
      wide
      title={text(barred ? 'agreements.due.title' : 'agreements.title')}
      lead={barred ? text('agreements.due.lead', { count: due.length }) : text('agreements.lead')}
      foot={<Ways returnTo={returnTo} barred={barred} />}
    >
      <QueryState answer={answer} height={320}>
        {({ records }) => <Texts records={records} returnTo={returnTo} />}
      </QueryState>
    </PublicPage>
  )
}

function Texts({ records, returnTo }: { records: readonly Agreement[]; returnTo: unknown }) {
  const signedIn = session.isSignedIn()
  const due = records.filter(isDue)
  // One at a time, so that each is read.
  const shown = signedIn && due.length > 0 ? due.slice(0, 1) : records
  const accepted = async () => {
    const last = due.length <= 1
    await queryClient.invalidateQueries({ queryKey: ['agreements/get'] })
    if (due.length === 0) return
    // After the last one the account's state may have changed, e.g. to waiting for approval.
    await session.accept(await call('account/check_login', {}))
    if (last) redirectTo(returnTo)
  }
  if (records.length === 0) return <p className={styles.note}>{text('agreements.none')}</p>
  return (
    <div className={styles.form}>
      {shown.map((agreement) => (
        <AgreementCard
          key={agreement.id}
          agreement={agreement}
          open={signedIn && due.length > 0}
          mayAccept={signedIn && agreement.accepted_at === null}
          accepted={accepted}
        />
      ))}
    </div>
  )
}

function Ways({ returnTo, barred }: { returnTo: unknown; barred: boolean }) {
  const leave = useSignOut()
  const safe = safeReturnTo(returnTo)
  if (!session.isSignedIn()) return <Link to="/login">{text('login.back')}</Link>
  return (
    <>
      {!barred && <a href={safe ?? '/'}>{text('agreements.back')}</a>}
      <Press className={`${styles.way} no-padding`} onClick={leave}>
        {text('shell.sign_out')}
      </Press>
    </>
  )
}
