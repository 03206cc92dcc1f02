import { accountStatus } from '@hilo/domain/status.ts'
import { lazy, Suspense, useState } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { actsOf, isOpen, kinds, may, type Act, type Kind, type Person } from './person.ts'

const EditPerson = lazy(() => import('./EditPerson.tsx').then((part) => ({ default: part.EditPerson })))

interface PersonActsProps {
  kind: Kind
  person: Person
  refresh: () => Promise<void>
}

const statusAfter: Partial<Record<Act, 3 | 4 | 5>> = {
  approve: accountStatus.is.active,
  reactivate: accountStatus.is.active,
  suspend: accountStatus.is.suspended,
  reject: accountStatus.is.unavailable,
}
/** Minimum length of the reason of an action; 0: a confirmation only. */
const asked: Partial<Record<Act, number>> = { suspend: 5, erase: 5, reject: 0 }

/** Runs an action; resolves to an error message, or null on success. */
function useAct({ kind, person, refresh }: PersonActsProps) {
  const { calls } = kinds[kind]
  const edit = useSend(`${calls}/edit`)
  const erase = useSend(`${calls}/delete`)
  const invite = useSend('admin_vno/invitations/send')
  return async (act: Act, reason?: string): Promise<string | null> => {
    const target = { id: person.id, version: person.version }
    const status = statusAfter[act]
    const sent =
      act === 'resend'
        ? await invite.send({ id: person.invitation?.id ?? 0 })
        : status === undefined
          ? await erase.send({ ...target, ...(reason !== undefined && { reason }) })
          : await edit.send({ ...target, status, ...(reason !== undefined && { suspended_reason: reason }) })
    if (sent === null) return null
    await refresh()
    if (sent.problem !== null) return problemText(sent.problem)
    toast.success(text(`people.act.${act}.done`, { name: person.name }))
    return null
  }
}

interface ActDialogProps extends PersonActsProps {
  act: Act | 'edit'
  run: (act: Act, reason?: string) => Promise<string | null>
  close: () => void
}

/** Reason or confirmation before an action. */
function ActDialog({ kind, person, refresh, act, run, close }: ActDialogProps) {
  if (act === 'edit')
    return (
      <Suspense>
        <EditPerson kind={kind} person={person} done={refresh} close={close} />
      </Suspense>
    )
  const shared = {
    title: text(`people.act.${act}.title`, { name: person.name }),
    sentence: text(
      kind === 'technical' && act === 'erase' ? 'people.act.erase.technical' : `people.act.${act}.sentence`,
    ),
    yes: text(`people.act.${act}`),
    close,
  }
  const least = asked[act] ?? 0
  if (least > 0) return <ReasonDialog {...shared} least={least} send={(reason) => run(act, reason)} />
  const confirm = () => void run(act).then((problem) => problem !== null && toast.error(problem))
  return <ConfirmDialog {...shared} confirm={confirm} />
}

/** Actions on an account: the one that its state requires is the main button, the rest is in a menu. */
export function PersonActs(props: PersonActsProps) {
  const { kind, person } = props
  const run = useAct(props)
  const [asking, setAsking] = useState<Act | 'edit' | null>(null)
  const acts = actsOf(kind, person)
  const edits = may(kind, 'edit') && isOpen(person)
  const press = (act: Act | 'edit') => {
    if (act === 'edit' || asked[act] !== undefined) return setAsking(act)
    void run(act).then((problem) => problem !== null && toast.error(problem))
  }
  const first = acts.find((act) => act === 'approve' || act === 'reactivate')
  const others = acts.filter((act) => act !== first)
  // If the state requires an action, editing moves to the menu.
  const rest: (Act | 'edit')[] = first && edits ? ['edit', ...others] : others
  return (
    <>
      {first && (
        <Button kind="main" onClick={() => press(first)}>
          {text(`people.act.${first}`)}
        </Button>
      )}
      {edits && !first && (
        <Button aria-haspopup="dialog" onClick={() => setAsking('edit')}>
          {text('people.edit')}
        </Button>
      )}
      {rest.length > 0 && (
        <Menu
          look={{ shape: 'square' }}
          label={text('people.more')}
          button="···"
          align="end"
          items={rest.map((act) => ({
            name: text(act === 'edit' ? 'people.edit' : `people.act.${act}`),
            act: () => press(act),
          }))}
        />
      )}
      {asking && <ActDialog {...props} act={asking} run={run} close={() => setAsking(null)} />}
    </>
  )
}
