import type { Output } from '@hilo/contract/index.ts'
import { safeReturnTo } from '@hilo/domain/return-to.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { useCall, queryClient } from '../../api/query.ts'
import { session, useSession } from '../../api/session.ts'
import { Asked } from '../../ui/Asked.tsx'
import { text } from '../../ui/text.ts'
import { AgreementCard } from './AgreementCard.tsx'
import { leaveFor } from './leave-for.ts'
import { PublicPage } from './PublicPage.tsx'
import styles from './public.module.css'
import { useSignOut } from './use-sign-out.ts'

export type Agreement = Output<'agreements/get'>['records'][number]

/** True for what bars the way until it is accepted. */
const isDue = ({ mandatory, accepted_at }: Agreement) => mandatory && accepted_at === null

/** What has to be accepted before anything else, one text after the other; afterwards, and for strangers, what is in force. */
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
      <Asked answer={answer} height={320}>
        {({ records }) => <Texts records={records} returnTo={returnTo} />}
      </Asked>
    </PublicPage>
  )
}

function Texts({ records, returnTo }: { records: readonly Agreement[]; returnTo: unknown }) {
  const signedIn = session.isSignedIn()
  const due = records.filter(isDue)
  // One at a time: what is in front of one is what one reads.
  const shown = signedIn && due.length > 0 ? due.slice(0, 1) : records
  const accepted = async () => {
    const last = due.length <= 1
    await queryClient.invalidateQueries({ queryKey: ['agreements/get'] })
    if (due.length === 0) return
    // With the last of them an account may have gone on to wait for its approval.
    await session.accept(await call('account/check_login', {}))
    if (last) leaveFor(returnTo)
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
      <button type="button" className={styles.way} onClick={leave}>
        {text('shell.sign_out')}
      </button>
    </>
  )
}
